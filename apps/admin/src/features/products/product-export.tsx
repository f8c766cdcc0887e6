import type { EndpointInput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { useList } from '../../data/list.tsx'
import { CsvDownload, CsvProgress, isUnderWay, useCsvJob, useCsvJobs } from './csv-jobs.tsx'
import styles from './product-export.module.css'

type Wanted = EndpointInput<'exportProducts'>['body']

/** Starts exports and keeps the id of the latest one. */
export function useProductExport() {
  const { filters } = useList()
  const queries = useQueryClient()
  const [jobId, setJobId] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function begin(wanted: Wanted) {
    setIsBusy(true)
    try {
      const { data } = await api.call('exportProducts', { body: wanted })
      queries.setQueryData(['csv-jobs', data.id], data)
      setJobId(data.id)
    } catch (error) {
      showToast(
        error instanceof Error ? error.message : 'The export could not be started.',
        'error',
      )
    } finally {
      setIsBusy(false)
    }
  }

  const { q, status, category, availability, onSale } = filters
  return {
    jobId,
    isBusy,
    /** Exports all pages of the list; the server checks the filters. */
    exportListed: () =>
      begin({ q, status, category, availability, onSale: onSale === 'true' } as Wanted),
    exportThese: (ids: string[]) => begin({ ids }),
  }
}

export type ProductExport = ReturnType<typeof useProductExport>

/** The progress of the export started here, or of another one under way; its file once it is done. */
export function ExportStatus({ jobId }: Pick<ProductExport, 'jobId'>) {
  const { data: jobs = [] } = useCsvJobs()
  const [underWay] = jobs.filter((job) => job.step === 'EXPORT' && isUnderWay(job))
  // An export found under way stays visible once it is done.
  const [found, setFound] = useState<string | null>(null)
  if (underWay && found === null) setFound(underWay.id)
  const { data: job } = useCsvJob(jobId ?? found)
  if (!job) return null
  return (
    <section className={styles.status} aria-label="CSV export">
      <div className={styles.what} role="status">
        {isUnderWay(job) && <CsvProgress job={job} />}
        {job.state === 'DONE' && 'The export is ready.'}
        {job.state === 'FAILED' && `The export failed. ${job.failure ?? ''}`}
      </div>
      <CsvDownload job={job} />
      <Link className={styles.all} to="/product-import">
        All imports and exports
      </Link>
    </section>
  )
}

/** Exports the selected products of the list. */
export function ExportSelected({ ids, exporting }: { ids: string[]; exporting: ProductExport }) {
  return (
    <Button kind="link" isBusy={exporting.isBusy} onClick={() => exporting.exportThese(ids)}>
      Export selected
    </Button>
  )
}
