import { assetUrl } from '@solvane/client/image-urls'
import { IconButton } from '@solvane/ui/button'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, MinusIcon, PlusIcon } from '@solvane/ui/icon'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { clsx } from 'clsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import screen from './full-screen.module.css'
import { FullScreen } from './full-screen.tsx'
import styles from './gallery-zoom.module.css'
import { useZoom } from './use-zoom.ts'
import type { ProductPicture } from './variant-choice.ts'

interface GalleryZoomProps {
  /** The product's name. */
  name: string
  pictures: readonly ProductPicture[]
  /** The picture to begin with, from 0. */
  start: number
  /** How wide it is on the page, in pixels. */
  pageWidth: number
  /** The widths that the page has loaded, as in the attribute `sizes`. */
  sizes: string
  onClose: () => void
}

/**
 * The pictures one at a time over the whole screen, up to the size of the original: by wheel,
 * pinch, drag, click, buttons and keys.
 */
export function GalleryZoom(props: GalleryZoomProps) {
  const { name, pictures, start, pageWidth, sizes, onClose } = props
  const [index, setIndex] = useState(start)
  const picture = pictures[index]

  function show(by: number) {
    setIndex((index + by + pictures.length) % pictures.length)
  }

  if (!picture) return null
  return (
    <ZoomedPicture
      label={`Pictures of ${name}`}
      picture={picture}
      pageWidth={pageWidth}
      sizes={sizes}
      place={`${index + 1} / ${pictures.length}`}
      onShow={pictures.length > 1 ? show : undefined}
      onClose={onClose}
    />
  )
}

function ZoomedPicture(props: {
  label: string
  picture: ProductPicture
  pageWidth: number
  sizes: string
  /** Which of how many it is. */
  place: string
  /** Shows the picture so many places further; undefined if there is only one. */
  onShow: ((by: number) => void) | undefined
  onClose: () => void
}) {
  const { label, picture, pageWidth, sizes, place, onShow, onClose } = props
  const { assetsBaseUrl } = useLayoutData().settings
  const zoom = useZoom({ picture, pageWidth, onSwipe: (by) => onShow?.(by) })
  const { scale, x, y } = zoom.view

  // On the window: a disabled button has no focus and no keys.
  const onKey = useRef((_event: globalThis.KeyboardEvent) => {})
  onKey.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (zoom.onKey(event.key)) event.preventDefault()
    else if (event.key === 'ArrowRight') onShow?.(1)
    else if (event.key === 'ArrowLeft') onShow?.(-1)
  }
  // In the layout effect, because a key may be pressed as soon as the picture is there.
  useLayoutEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey.current(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <FullScreen label={label} onClose={onClose}>
      <div className={screen.bar}>
        <p className={screen.counter} aria-live="polite">
          {place}
          <VisuallyHidden>, enlarged {scale.toFixed(1)} times</VisuallyHidden>
        </p>
        <IconButton label="Zoom out" disabled={scale === 1} onClick={zoom.zoomOut}>
          <MinusIcon />
        </IconButton>
        <IconButton label="Zoom in" disabled={zoom.isLargest} onClick={zoom.zoomIn}>
          <PlusIcon />
        </IconButton>
        {onShow && (
          <>
            <IconButton label="Previous picture" onClick={() => onShow(-1)}>
              <ChevronLeftIcon />
            </IconButton>
            <IconButton label="Next picture" onClick={() => onShow(1)}>
              <ChevronRightIcon />
            </IconButton>
          </>
        )}
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div
        ref={zoom.stage}
        className={clsx(screen.stage, styles.stage, scale > 1 && styles.near)}
        data-scale={scale.toFixed(2)}
        {...zoom.handlers}
      >
        <div
          key={picture.src}
          ref={zoom.shown}
          className={clsx(styles.picture, zoom.isGliding && styles.gliding)}
          style={{
            width: `min(100%, (100dvh - var(--header-height)) * ${picture.width / picture.height})`,
            aspectRatio: `${picture.width} / ${picture.height}`,
            transform: `translate(${x}px, ${y}px) scale(${scale})`,
          }}
        >
          {/* What the page has loaded already, until the original is there. */}
          <ShopPicture
            className={styles.layer}
            picture={picture}
            sizes={sizes}
            fit="cover"
            isPriority
          />
          <img
            className={styles.layer}
            src={assetUrl(picture.src, assetsBaseUrl)}
            alt=""
            width={picture.width}
            height={picture.height}
            draggable={false}
          />
        </div>
      </div>
    </FullScreen>
  )
}
