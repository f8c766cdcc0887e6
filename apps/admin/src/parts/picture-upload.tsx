import { isApiFailure } from '@solvane/client/api'
import type { Picture } from '@solvane/contract/catalog'
import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../data/api.ts'
import styles from './picture-upload.module.css'

interface PictureUploadProps {
  /** Whose pictures they become. */
  of: string
  onUploaded: (pictures: Picture[]) => void
  /** That an upload begins, and that it has ended. */
  onBusy?: (isBusy: boolean) => void
}

/** The contract's; loading its schemas for two numbers would cost more than saying them. */
const mostFiles = 10
const largestFile = 10 * 1024 * 1024

/** What staff may choose; the server looks at what the files really are. */
const types = 'image/jpeg,image/png,image/webp,image/avif'

function whyNot(error: unknown): string {
  if (!isApiFailure(error)) throw error
  const { file } = error.details ?? {}
  const text = error.message
  return typeof file === 'string' ? `${file}: ${text}` : text
}

/** Sends pictures, chosen or dropped, and shows how far they are. */
export function PictureUpload({ of, onUploaded, onBusy }: PictureUploadProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const [isOver, setIsOver] = useState(false)
  // What is edited, or saved, during an upload is there when it ends.
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })

  async function send(files: readonly File[]) {
    if (files.length === 0 || share !== null) return
    const large = files.find(({ size }) => size > largestFile)
    if (files.length > mostFiles) return setFailure(`Please send ${mostFiles} at a time at most.`)
    if (large) return setFailure(`${large.name} is larger than 10 MB.`)
    const body = new FormData()
    for (const file of files) body.append('files[]', file)
    setFailure('')
    setShare(0)
    onBusy?.(true)
    try {
      const { data } = await api.call(
        'uploadFiles',
        { query: { purpose: 'PICTURE' }, body },
        { onProgress: setShare },
      )
      latest.current(
        data.flatMap(({ src, id: _id, ...shape }) => (src ? { ...shape, src, alt: '' } : [])),
      )
    } catch (error) {
      setFailure(whyNot(error))
    } finally {
      setShare(null)
      onBusy?.(false)
      if (input.current) input.current.value = ''
    }
  }

  const isSent = share !== null && share >= 1
  return (
    <fieldset
      className={clsx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(false)
        void send([...event.dataTransfer.files])
      }}
    >
      <label className={styles.label} htmlFor={id}>
        {`Add pictures of ${of}`}
      </label>
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="file"
        accept={types}
        multiple
        disabled={share !== null}
        onChange={({ target }) => send([...(target.files ?? [])])}
      />
      <p className={styles.hint}>
        Or drop them here: JPEG, PNG, WebP or AVIF, 10 MB each, best 1,600 × 2,000 pixels on paper.
      </p>
      <div role="status">
        {share !== null && (
          <>
            <progress className={styles.progress} value={share} max={1} aria-label="Upload" />
            <span className={styles.hint}>
              {isSent ? 'Being made ready …' : `${Math.round(share * 100)} % sent`}
            </span>
          </>
        )}
      </div>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </fieldset>
  )
}
