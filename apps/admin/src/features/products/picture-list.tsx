import type { Picture } from '@solvane/contract/catalog'
import { TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { useState } from 'react'
import { MoveButtons, moved } from '../../parts/move-buttons.tsx'
import { PictureUpload } from '../../parts/picture-upload.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './picture-list.module.css'

interface PictureListProps {
  /** What the pictures show, for labels. */
  of: string
  pictures: readonly Picture[]
  onChange: (pictures: Picture[]) => void
  /** Called when an upload starts and when it ends. */
  onBusy: (isBusy: boolean) => void
  /** The error of the picture at a position. */
  errorOf: (at: number) => string | undefined
}

/** Edits pictures: order (by dragging or with buttons), alt texts, removal, upload. */
export function PictureList({ of, pictures, onChange, onBusy, errorOf }: PictureListProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const change = (at: number, alt: string) =>
    onChange(pictures.map((picture, place) => (place === at ? { ...picture, alt } : picture)))
  return (
    <>
      <ol className={styles.list} aria-label={`Pictures of ${of}`}>
        {pictures.map((picture, at) => (
          <li
            key={picture.src}
            className={styles.item}
            data-dragged={dragged === at || undefined}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== at) {
                onChange(moved(pictures, dragged, at))
                setDragged(at)
              }
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard */}
            <span
              className={styles.handle}
              draggable
              title="Drag to reorder"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', picture.src)
                setDragged(at)
              }}
              onDragEnd={() => setDragged(null)}
            >
              <Thumb picture={picture} />
            </span>
            <div className={styles.alt}>
              <TextField
                label={`Alt text of picture ${at + 1}`}
                required
                value={picture.alt}
                maxLength={300}
                onChange={({ target }) => change(at, target.value)}
                error={errorOf(at)}
                hint="Describes the picture to people who cannot see it."
              />
            </div>
            <MoveButtons
              of={`picture ${at + 1}`}
              at={at}
              count={pictures.length}
              onMove={(to) => onChange(moved(pictures, at, to))}
            />
            <IconButton
              label={`Remove picture ${at + 1}`}
              onClick={() => onChange(pictures.toSpliced(at, 1))}
            >
              <CloseIcon size={16} />
            </IconButton>
          </li>
        ))}
      </ol>
      <PictureUpload
        of={of}
        onBusy={onBusy}
        onUploaded={(added) =>
          onChange([
            ...pictures,
            ...added.filter(({ src }) => pictures.every((one) => one.src !== src)),
          ])
        }
      />
    </>
  )
}
