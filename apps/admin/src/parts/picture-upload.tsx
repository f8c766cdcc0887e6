import type { Picture } from '@solvane/contract/catalog'
import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import styles from './picture-upload.module.css'
import { mostFiles, pictureTypes, sendPictures, tooLarge, uploadFailure } from './send-pictures.ts'

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
