import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../data/api.ts'
import styles from './picture-field.module.css'
import { PictureUpload } from './picture-upload.tsx'
import { Thumb, useAssetsBase } from './thumb.tsx'

interface PictureFieldProps {
  /** The name of the picture: "Slide 1". */
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
  /** The purpose of the picture. */
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
