import { isApiFailure } from '@solvane/client/api'
import type { Picture } from '@solvane/contract/catalog'
import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../data/api.ts'
import styles from './picture-upload.module.css'

interface PictureUploadProps {
  /** The subject of the pictures. */
  of: string
  onUploaded: (pictures: Picture[]) => void
  /** Called when an upload starts and when it ends. */
  onBusy?: (isBusy: boolean) => void
}

/** Uploads pictures, chosen or dropped, and shows the progress. */
export function PictureUpload({ of, onUploaded, onBusy }: PictureUploadProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const [isOver, setIsOver] = useState(false)
  // The latest callback sees edits made during the upload.
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })

  async function send(files: readonly File[]) {
    if (files.length === 0 || share !== null) return
    const large = tooLarge(files)
    if (files.length > mostFiles)
      return setFailure(`Upload at most ${mostFiles} pictures at a time.`)
    if (large) return setFailure(large)
    setFailure('')
    setShare(0)
    onBusy?.(true)
    try {
      const pictures = await sendPictures(files, setShare)
      latest.current(pictures)
    } catch (error) {
      setFailure(uploadFailure(error))
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
        accept={pictureTypes}
        multiple
        disabled={share !== null}
        onChange={({ target }) => send([...(target.files ?? [])])}
      />
      <p className={styles.hint}>
        Or drop them here: JPEG, PNG, WebP or AVIF, up to 10 MB each, ideally 1,600 × 2,000 pixels.
      </p>
      <div role="status">
        {share !== null && (
          <>
            <progress className={styles.progress} value={share} max={1} aria-label="Upload" />
            <span className={styles.hint}>
              {isSent ? 'Processing …' : `${Math.round(share * 100)}% uploaded`}
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

/** The contract's limits; importing its schemas for two numbers would load all of them. */
export const mostFiles = 10
const largestFile = 10 * 1024 * 1024

/** The file types to choose from; the server checks the content. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** Names the first file that is too large; undefined if none is. */
export function tooLarge(files: readonly File[]): string | undefined {
  const large = files.find(({ size }) => size > largestFile)
  return large && `${large.name} is larger than 10 MB.`
}

/** Uploads at most `mostFiles` pictures for the shop; `onProgress` gets the share that is sent. */
export async function sendPictures(
  files: readonly File[],
  onProgress: (share: number) => void,
): Promise<Picture[]> {
  const body = new FormData()
  for (const file of files) body.append('files[]', file)
  const input = { query: { purpose: 'PICTURE' as const }, body }
  const { data } = await api.call('uploadFiles', input, { onProgress })
  return data.flatMap(({ src, id: _id, ...shape }) => (src ? { ...shape, src, alt: '' } : []))
}

/** Why an upload was rejected, with the name of the file; other errors are thrown again. */
export function uploadFailure(error: unknown): string {
  if (!isApiFailure(error)) throw error
  const { file } = error.details ?? {}
  const text = error.message
  return typeof file === 'string' ? `${file}: ${text}` : text
}
