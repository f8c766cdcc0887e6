import { showToast } from '@solvane/ui/toast'
import { useId, useState } from 'react'
import uploadStyles from '../../parts/picture-upload.module.css'
import { readFailure } from '../../parts/save-bar.tsx'
import {
  mostFiles,
  pictureTypes,
  sendPictures,
  tooLarge,
  uploadFailure,
} from '../../parts/send-pictures.ts'
import styles from './turns-panel.module.css'

/** The contract's limits. */
const fewestFrames = 12
const mostFrames = 72

/** Compares file names, in them numbers as numbers: `9.webp` before `10.webp`. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** Why these files cannot be a turn; undefined if they may be. */
function problemOf(files: readonly File[]): string | undefined {
  if (files.length < fewestFrames)
    return `Choose at least ${fewestFrames} pictures: a full turn needs them all at once.`
  if (files.length > mostFrames) return `Choose at most ${mostFrames} pictures.`
  return tooLarge(files)
}

interface TurnUploadProps {
  /** The subject of the 360° view. */
  of: string
  /** Called when an upload starts and when it ends. */
  onBusy: (isBusy: boolean) => void
  /** Saves uploaded pictures, given as their addresses in order. */
  save: (frames: string[]) => Promise<void>
}

/** Uploads the frames of a turn in the order of their names, and saves them. */
export function TurnUpload({ of, onBusy, save }: TurnUploadProps) {
  const id = useId()
  const [progress, setProgress] = useState<{ sent: number; all: number } | null>(null)
  const [failure, setFailure] = useState('')

  async function upload(chosen: readonly File[]) {
    const files = chosen.toSorted((one, other) => compare(one.name, other.name))
    const problem = problemOf(files)
    setFailure(problem ?? '')
    if (problem) return
    onBusy(true)
    try {
      const frames = await sendAll(files)
      if (frames) await saveAll(frames)
    } finally {
      setProgress(null)
      onBusy(false)
    }
  }

  /** The addresses of the uploaded files; undefined if one was rejected. */
  async function sendAll(files: readonly File[]): Promise<string[] | undefined> {
    const all = files.length
    const frames: string[] = []
    try {
      for (let sent = 0; sent < all; sent += mostFiles) {
        const part = files.slice(sent, sent + mostFiles)
        const pictures = await sendPictures(part, (share) =>
          setProgress({ sent: sent + Math.floor(share * part.length), all }),
        )
        frames.push(...pictures.map(({ src }) => src))
      }
      return frames
    } catch (error) {
      setFailure(uploadFailure(error))
    }
  }

  async function saveAll(frames: string[]) {
    try {
      await save(frames)
      showToast('Frames saved.')
    } catch (error) {
      const { text, fields } = readFailure(error)
      const [first] = Object.values(fields)
      setFailure(first ?? text)
    }
  }

  return (
    <div className={styles.upload}>
      <label className={uploadStyles.label} htmlFor={id}>
        {`Upload frames of ${of}`}
      </label>
      <input
        id={id}
        className={uploadStyles.input}
        type="file"
        accept={pictureTypes}
        multiple
        disabled={progress !== null}
        onChange={async ({ target }) => {
          if (target.files?.length) await upload([...target.files])
          target.value = ''
        }}
      />
      <div role="status">
        {progress && (
          <>
            <progress
              className={uploadStyles.progress}
              value={progress.sent}
              max={progress.all}
              aria-label="Upload"
            />
            <span className={uploadStyles.hint}>
              {progress.sent < progress.all
                ? `Uploading ${progress.sent} of ${progress.all} …`
                : 'Processing …'}
            </span>
          </>
        )}
      </div>
      {failure && (
        <p className={uploadStyles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
