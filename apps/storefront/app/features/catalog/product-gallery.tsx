import { pictureUrlAt } from '@solvane/client/image-urls'
import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { clsx } from 'clsx'
import { type Ref, useEffect, useRef, useState, ViewTransition } from 'react'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { cardPictureOf, pictureTransition } from './product-card.tsx'
import styles from './product-gallery.module.css'
import type { Product, ProductPicture } from './variant-choice.ts'

const loadZoom = () => import('./gallery-zoom.tsx')
const loadTurn = () => import('./turn-view.tsx')

// Not wider than the window is high, see the style sheet.
const wholeRow = '(width >= 768px) min(58vw, 80vh - 102px), min(100vw, 80vh - 93px)'
const halfRow = '(width >= 1024px) 29vw, (width >= 768px) 50vw, 100vw'
const lastRow = '(width >= 768px) 58vw, 100vw'

interface ProductGalleryProps {
  product: Product
  pictures: readonly ProductPicture[]
  /** Pictures that are probably needed next. */
  next: readonly ProductPicture[] | undefined
  /** The chosen color; '' without one. */
  color: string
}

/**
 * The pictures: two columns on wide screens below a large one, and a last one that would stand alone fills its row;
 * stacked on tablets; a strip to swipe with a counter on phones. Each opens enlarged; without scripts as the picture file. New ones fade in once they have loaded.
 */
export function ProductGallery({ product, pictures, next, color }: ProductGalleryProps) {
  const zoom = useOnDemand(loadZoom)
  const turn = useOnDemand(loadTurn)
  const { layers, shown, shownKey, keep, drop } = usePictureLayers(pictures, next)
  const [counted, setCounted] = useState({ key: '', index: 0 })
  // Read once: the pictures of another colour begin with nothing.
  const [ground] = useState(() => cardPictureOf(product.identifier))
  const [zoomed, setZoomed] = useState<{ start: number; pageWidth: number } | null>(null)
  const [isTurned, setIsTurned] = useState(false)
  const { length } = shown
  const index = counted.key === shownKey ? counted.index : 0

  return (
    <section className={styles.gallery} aria-label="Pictures">
      {layers.map((layer) => (
        <LayerOfPictures
          key={layer.key}
          ref={(element) => keep(layer.key, element)}
          layer={layer}
          transition={layer.key === shownKey ? pictureTransition(product.identifier) : undefined}
          ground={ground}
          onSwipe={(swiped) => setCounted({ key: layer.key, index: swiped })}
          onLook={zoom.prepare}
          onOpen={async (start, pageWidth) => {
            if (await zoom.demand()) setZoomed({ start, pageWidth })
          }}
          onGone={drop}
        />
      ))}
      {length > 1 && (
        <p className={styles.counter} aria-hidden="true">
          {index + 1} / {length}
        </p>
      )}
      {product.turnColors.includes(color) && (
        <Button
          kind="link"
          className={styles.turn}
          onPointerEnter={turn.prepare}
          onClick={async () => setIsTurned(await turn.demand())}
        >
          Turn it
        </Button>
      )}
      {isTurned && turn.part && (
        <turn.part.TurnView product={product} color={color} onClose={() => setIsTurned(false)} />
      )}
      {zoomed && zoom.part && (
        <zoom.part.GalleryZoom
          {...zoomed}
          name={product.name}
          pictures={shown}
          sizes={wholeRow}
          onClose={() => setZoomed(null)}
        />
      )}
    </section>
  )
}

function LayerOfPictures(props: {
  ref: Ref<HTMLUListElement>
  layer: PictureLayer
  /** The view transition's name, under which the first picture grows from its card. */
  transition: string | undefined
  /** Shown under the first picture of the initial page until it has loaded. */
  ground: string | undefined
  /** Called after the strip was swiped to this picture. */
  onSwipe: (index: number) => void
  onLook: () => void
  /** `width`: of the picture, in pixels. */
  onOpen: (index: number, width: number) => void
  onGone: () => void
}) {
  const { ref, layer, transition, ground, onSwipe, onLook, onOpen, onGone } = props
  const { assetsBaseUrl } = useLayoutData().settings
  const { pictures, state, isFirst } = layer
  const last = pictures.length - 1
  return (
    <ul
      ref={ref}
      className={clsx(styles.pictures, state !== 'shown' && styles[state])}
      inert={state !== 'shown'}
      onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
        state === 'shown' && onSwipe(Math.round(scrollLeft / clientWidth))
      }
      onAnimationEnd={() => state === 'leaving' && onGone()}
    >
      {pictures.map((picture, index) => (
        <li className={styles.item} key={picture.src}>
          <a
            className={styles.opener}
            href={pictureUrlAt(picture, 1600, assetsBaseUrl)}
            onPointerEnter={onLook}
            onFocus={onLook}
            onClick={(event) => {
              event.preventDefault()
              onOpen(index, event.currentTarget.clientWidth)
            }}
          >
            <ViewTransition
              name={index === 0 ? transition : undefined}
              default="none"
              share="picture"
            >
              <ShopPicture
                className={styles.picture}
                picture={picture}
                sizes={index === 0 ? wholeRow : index === last && index % 2 ? lastRow : halfRow}
                fit="cover"
                isPriority={index === 0 || !isFirst}
                ground={index === 0 && isFirst ? ground : undefined}
              />
            </ViewTransition>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** One set of pictures in the gallery. */
interface PictureLayer {
  key: string
  pictures: readonly ProductPicture[]
  /** `waiting` ones load invisibly, the `leaving` one fades out over the shown one. */
  state: 'waiting' | 'shown' | 'leaving'
  /** It was part of the initial page. */
  isFirst: boolean
}

const keyOf = (pictures: readonly ProductPicture[]) => pictures.map(({ src }) => src).join()

/**
 * The sets of pictures to render so that there is always a picture: a new set loads invisibly and
 * replaces the shown one once all its pictures are decoded. `next` is preloaded.
 */
function usePictureLayers(
  pictures: readonly ProductPicture[],
  next: readonly ProductPicture[] | undefined,
) {
  const wanted = keyOf(pictures)
  const [shown, setShown] = useState<Omit<PictureLayer, 'state'>>({
    key: wanted,
    pictures,
    isFirst: true,
  })
  const [leaving, setLeaving] = useState<Omit<PictureLayer, 'state'> | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the pictures
  useEffect(() => {
    if (wanted === shown.key) return
    let isCurrent = true
    const images = elements.current.get(wanted)?.querySelectorAll('img') ?? []
    // One that fails to load must not delay the others.
    void Promise.allSettled([...images].map((image) => image.decode())).then(() => {
      if (!isCurrent) return
      setLeaving(shown)
      setShown({ key: wanted, pictures, isFirst: false })
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, shown])

  const layers: PictureLayer[] = [{ ...shown, state: 'shown' }]
  const add = (layer: Omit<PictureLayer, 'state'>, state: PictureLayer['state']) => {
    if (layers.every(({ key }) => key !== layer.key)) layers.push({ ...layer, state })
  }
  add({ key: wanted, pictures, isFirst: false }, 'waiting')
  if (leaving) add(leaving, 'leaving')
  if (next && next.length > 0) {
    add({ key: keyOf(next), pictures: next, isFirst: false }, 'waiting')
  }
  return {
    shown: shown.pictures,
    shownKey: shown.key,
    // In a stable order: a moved element would lose its scroll position.
    layers: layers.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    /** The ref callback of a layer's element. */
    keep: (key: string, element: HTMLElement | null) => {
      if (element) elements.current.set(key, element)
      else elements.current.delete(key)
    },
    /** Called when the leaving layer has faded out. */
    drop: () => setLeaving(null),
  }
}
