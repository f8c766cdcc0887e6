import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { useBackCloses, useScrollLock } from '@solvane/ui/overlay-behavior.ts'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './gallery-zoom.module.css'
import type { ProductPicture } from './variant-choice.ts'

interface GalleryZoomProps {
  /** The product's name. */
  name: string
  pictures: readonly ProductPicture[]
  /** The picture to begin with, from 0. */
  start: number
  onClose: () => void
}

/** The pictures one at a time over the whole screen; a press enlarges one, which can then be scrolled. */
export function GalleryZoom({ name, pictures, start, onClose }: GalleryZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(start)
  const [isNear, setIsNear] = useState(false)
  const picture = pictures[index]

  useScrollLock(true)
  useBackCloses(true, onClose)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])

  function show(wanted: number) {
    setIndex((wanted + pictures.length) % pictures.length)
    setIsNear(false)
  }

  if (!picture) return null
  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={`Pictures of ${name}`}
      onClose={onClose}
      onKeyDown={(event) => {
        if (isNear) return
        if (event.key === 'ArrowRight') show(index + 1)
        if (event.key === 'ArrowLeft') show(index - 1)
      }}
    >
      <div className={styles.bar}>
        <p className={styles.counter} aria-live="polite">
          {index + 1} / {pictures.length}
        </p>
        {pictures.length > 1 && (
          <>
            <IconButton label="Previous picture" onClick={() => show(index - 1)}>
              <ChevronLeftIcon />
            </IconButton>
            <IconButton label="Next picture" onClick={() => show(index + 1)}>
              <ChevronRightIcon />
            </IconButton>
          </>
        )}
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className={styles.room}>
        <button
          type="button"
          className={clsx(styles.stage, isNear && styles.near)}
          aria-pressed={isNear}
          aria-label={isNear ? 'Show the whole picture' : 'Look closer'}
          onClick={() => setIsNear(!isNear)}
        >
          <ShopPicture
            key={picture.src}
            className={styles.picture}
            picture={picture}
            sizes={isNear ? '200vw' : '100vw'}
            isPriority
          />
        </button>
      </div>
    </dialog>
  )
}
