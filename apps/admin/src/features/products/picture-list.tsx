import type { Picture } from '@solvane/contract/catalog'
import { TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { useState } from 'react'
import { MoveButtons } from '../../parts/move-buttons.tsx'
import { moved } from '../../parts/moved.ts'
import { PictureUpload } from '../../parts/picture-upload.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './picture-list.module.css'

interface PictureListProps {
  /** Whose they are. */
  of: string
  pictures: readonly Picture[]
  onChange: (pictures: Picture[]) => void
  /** That an upload begins, and that it has ended. */
  onBusy: (isBusy: boolean) => void
  /** What is wrong with the one at this place. */
  wrong: (at: number) => string | undefined
}

/** Pictures to be put in order (by dragging, or with the arrows), described, removed, and added to. */
export function PictureList({ of, pictures, onChange, onBusy, wrong }: PictureListProps) {
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
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows beside do the same by keyboard */}
            <span
              className={styles.handle}
              draggable
              title="Drag to another place"
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
                label={`What picture ${at + 1} shows`}
                required
                value={picture.alt}
                maxLength={300}
                onChange={({ target }) => change(at, target.value)}
                error={wrong(at)}
                hint="Read to those who do not see it."
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
