import { pictureUrlAt } from '@solvane/client/image-urls'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useRef, useState, ViewTransition } from 'react'
import { useLayoutData } from '../../lib/layout-data.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { pictureTransition } from './picture-transition.ts'
import styles from './product-gallery.module.css'
import type { ProductPicture } from './product-pictures.ts'
import type { Product } from './variant-choice.ts'

const loadZoom = () => import('./gallery-zoom.tsx')

const wholeRow = '(width >= 1024px) 58vw, (width >= 768px) 50vw, 100vw'
const halfRow = '(width >= 1024px) 29vw, (width >= 768px) 50vw, 100vw'

interface ProductGalleryProps {
  product: Product
  pictures: readonly ProductPicture[]
}

/**
 * The pictures: a mosaic of two columns on wide screens, led by a large one when their number is odd,
 * one below the other on tablets and where there are but two; a strip to swipe with a counter on phones. Each opens large; without scripts as the picture alone.
 */
export function ProductGallery({ product, pictures }: ProductGalleryProps) {
  const { assetsBaseUrl } = useLayoutData().settings
  const zoom = useOnDemand(loadZoom)
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState<number | null>(null)
  const { length } = pictures
  const rowsOfOne = length === 2 ? 2 : length % 2

  function countShown() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setShown(Math.round(scrollLeft / clientWidth))
  }

  return (
    <section className={styles.gallery} aria-label="Pictures">
      <ul ref={strip} className={styles.pictures} onScroll={countShown}>
        {pictures.map((picture, index) => (
          <li className={styles.item} key={picture.src}>
            <a
              className={styles.opener}
              href={pictureUrlAt(picture, 1600, assetsBaseUrl)}
              onPointerEnter={zoom.prepare}
              onFocus={zoom.prepare}
              onClick={async (event) => {
                event.preventDefault()
                if (await zoom.demand()) setZoomed(index)
              }}
            >
              <ViewTransition
                name={index === 0 ? pictureTransition(product.identifier) : undefined}
                default="none"
                share="picture"
              >
                <ShopPicture
                  className={styles.picture}
                  picture={picture}
                  sizes={index < rowsOfOne ? wholeRow : halfRow}
                  fit="cover"
                  isPriority={index === 0}
                />
              </ViewTransition>
            </a>
          </li>
        ))}
      </ul>
      {length > 1 && (
        <p className={styles.counter} aria-hidden="true">
          {shown + 1} / {length}
        </p>
      )}
      {zoomed !== null && zoom.part && (
        <zoom.part.GalleryZoom
          name={product.name}
          pictures={pictures}
          start={zoomed}
          onClose={() => setZoomed(null)}
        />
      )}
    </section>
  )
}
