import type { CsvJob } from '@solvane/contract/products-csv'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { saveFile } from '../../parts/save-file.ts'
import styles from './csv-job.module.css'

/** Between two looks at how far it is, in milliseconds. */
const lookEvery = 1_000

const counts = new Intl.NumberFormat('en-US')

/** Whether an import or export is not over yet. */
export function isUnderWay({ state }: Pick<CsvJob, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** An import or export as it stands, looked at again until it is over; nothing for no id. */
export function useCsvJob(id: string | null) {
  return useQuery({
    queryKey: ['csv-jobs', id],
    queryFn: async () => (await api.call('getCsvJob', { params: { id: id ?? '' } })).data,
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? lookEvery : false),
  })
}

const doing: Record<CsvJob['step'], string> = {
  EXPORT: 'Exporting',
  CHECK: 'Checking',
  APPLY: 'Importing',
}

/** How far an import or export is, as a bar and in words. */
export function CsvProgress({ job }: { job: CsvJob }) {
  const { step, state, lines, linesDone } = job
  const words =
    state === 'QUEUED'
      ? 'Waiting to begin …'
      : `${doing[step]}: ${counts.format(linesDone)} of ${counts.format(lines)} lines`
  return (
    <div className={styles.progress}>
      <Bar share={lines > 0 ? linesDone / lines : 0} label={doing[step]} />
      <p className={styles.words}>{words}</p>
    </div>
  )
}

/** How much of something is done, from 0 to 1. */
export function Bar({ share, label }: { share: number; label: string }) {
  return <progress className={styles.bar} max={1} value={share} aria-label={label} />
}

/** Saves the file of an import or export; nothing where there is none. */
export function CsvDownload({ job }: { job: CsvJob }) {
  const [isBusy, setIsBusy] = useState(false)
  const { id, file, fileName, linesFailed } = job
  if (file === null) return null
  const isExport = file === 'EXPORT'

  async function download() {
    setIsBusy(true)
    try {
      const content = await api.call('downloadCsvFile', { params: { id } })
      saveFile(content, isExport ? fileName : `not-imported-${fileName}`)
    } catch (error) {
      showToast(
        error instanceof Error ? error.message : 'The file could not be downloaded.',
        'error',
      )
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button kind="link" isBusy={isBusy} onClick={download}>
      {isExport
        ? `Download ${fileName}`
        : `Download ${linesFailed === 1 ? 'the line' : `the ${counts.format(linesFailed)} lines`} not imported`}
    </Button>
  )
}
