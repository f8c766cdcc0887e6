import { isApiFailure } from '@solvane/client/api'
import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import type { Picture } from '@solvane/contract/catalog'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { api } from '../data/api.ts'
import styles from './picture-field.module.css'
import { Thumb, useAssetsBase } from './thumb.tsx'

interface PictureUploadProps {
  /** What the pictures are of. */
  of: string
  onUploaded: (pictures: Picture[]) => void
  /** Called when an upload starts and when it ends. */
  onBusy?: (isBusy: boolean) => void
}

/** The contract's limits; importing its schemas for two numbers would load all of them. */
const mostFiles = 10
const largestFile = 10 * 1024 * 1024

/** The file types to choose from; the server checks the content. */
const types = 'image/jpeg,image/png,image/webp,image/avif'

function messageOf(error: unknown): string {
  if (!isApiFailure(error)) throw error
  const { file } = error.details ?? {}
  const text = error.message
  return typeof file === 'string' ? `${file}: ${text}` : text
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
    const large = files.find(({ size }) => size > largestFile)
    if (files.length > mostFiles)
      return setFailure(`Upload at most ${mostFiles} pictures at a time.`)
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
      setFailure(messageOf(error))
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

interface PictureFieldProps {
  /** What it is the picture of: "Slide 1". */
  label: string
  picture: CatalogPicture | null
  onChange: (picture: CatalogPicture | null) => void
  /** It may be left out. */
  isOptional?: boolean
  error?: string | undefined
}

/** A picture, chosen or uploaded, with its alt text. */
export function PictureField({ label, picture, onChange, isOptional, error }: PictureFieldProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className={styles.field}>
      {picture && <Thumb picture={picture} />}
      <div className={styles.text}>
        {picture && (
          <TextField
            label={`Alt text of ${label}`}
            required
            maxLength={300}
            value={picture.alt}
            onChange={({ target }) => onChange({ ...picture, alt: target.value })}
          />
        )}
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <span className={styles.buttons}>
          <Button
            kind="link"
            aria-label={`${picture ? 'Change' : 'Choose'} picture of ${label}`}
            onClick={() => setIsChoosing(true)}
          >
            {picture ? 'Change' : 'Choose'} picture
          </Button>
          {isOptional && picture && (
            <Button
              kind="link"
              aria-label={`Remove picture of ${label}`}
              onClick={() => onChange(null)}
            >
              Remove
            </Button>
          )}
        </span>
      </div>
      {isChoosing && (
        <PictureDialog
          label={label}
          onClose={() => setIsChoosing(false)}
          onChosen={(chosen) => {
            onChange(chosen)
            setIsChoosing(false)
          }}
        />
      )}
    </div>
  )
}

interface PictureDialogProps {
  /** What the picture is for. */
  label: string
  onClose: () => void
  onChosen: (picture: CatalogPicture) => void
}

/** Chooses one of the shop's pictures or uploads a new one. */
function PictureDialog({ label, onClose, onChosen }: PictureDialogProps) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const assetsBase = useAssetsBase()
  const found = useInfiniteQuery({
    queryKey: ['pictures', q],
    queryFn: ({ pageParam }) => api.call('listPictures', { query: { q, page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.reduce((sum, { data }) => sum + data.length, 0) < total ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
  })
  const pictures = found.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Dialog isOpen isWide onClose={onClose} title={`Choose picture for ${label}`}>
      <div className={styles.content}>
        <TextField
          label="Search pictures"
          type="search"
          required
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint="Alt text or product name."
        />
        {found.isPending && (
          <div aria-busy="true">
            <Skeleton width="full" />
            <Skeleton width="long" />
          </div>
        )}
        {found.error && (
          <EmptyState title="The pictures could not be loaded" text={found.error.message} isError>
            <Button onClick={() => found.refetch()}>Try again</Button>
          </EmptyState>
        )}
        {found.data && pictures.length === 0 && (
          <EmptyState title="No results">
            <Button kind="link" onClick={() => setTyped('')}>
              Show all pictures
            </Button>
          </EmptyState>
        )}
        {assetsBase !== undefined && (
          <ul className={styles.grid} aria-label="Pictures">
            {pictures.map((picture) => (
              <li key={picture.src}>
                <button
                  type="button"
                  className={styles.choice}
                  title={picture.alt}
                  onClick={() => onChosen(picture)}
                >
                  <img
                    src={pictureUrlAt(picture, 240, assetsBase)}
                    alt={picture.alt || 'No alt text'}
                    loading="lazy"
                  />
                </button>
              </li>
            ))}
          </ul>
        )}
        {found.hasNextPage && (
          <Button
            kind="secondary"
            isBusy={found.isFetchingNextPage}
            onClick={() => found.fetchNextPage()}
          >
            Show more
          </Button>
        )}
        <PictureUpload of={label} onUploaded={([sent]) => sent && onChosen(sent)} />
      </div>
    </Dialog>
  )
}
