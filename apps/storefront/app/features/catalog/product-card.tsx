import type { EndpointOutput } from '@solvane/client/api'
import { Price } from '@solvane/ui/price'
import { Swatches } from '@solvane/ui/swatch'
import { type ReactNode, useState, ViewTransition, type ViewTransitionInstance } from 'react'
import { Link, productPath } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './product-card.module.css'

export type ProductCardData = EndpointOutput<'listProducts'>['data'][number]

/** The width of a card: the grids of listings, search and popular products have the same columns. */
const sizes = '(width >= 1200px) calc(25vw - 21px), (width >= 768px) calc(33.4vw - 17px), 50vw'

interface ProductCardProps {
  product: ProductCardData
  /** Above the fold on every screen: its picture loads before others. */
  isPriority?: boolean
  /** In the first row of a page: its picture does not wait until it is scrolled to. */
  isEager?: boolean
  /** Level of the name's heading. */
  level?: 2 | 3
  /** Above the picture, top right: the heart. */
  children?: ReactNode
}

/**
 * A product as a tile: one link, with a second picture on hover or focus. Its text names the
 * link; the pictures' own texts would be read before every product's name, so only its page has them.
 */
export function ProductCard(props: ProductCardProps) {
  const { product, isPriority, isEager, level = 3, children } = props
  const [isNear, setIsNear] = useState(false)
  // Named only when it is chosen: a product may appear twice on a page, a transition name may not.
  const [isChosen, setIsChosen] = useState(false)
  const Name = `h${level}` as const
  return (
    <article className={styles.card}>
      <Link
        className={styles.link}
        to={productPath(product.identifier, product.color)}
        onPointerEnter={(event) => event.pointerType !== 'touch' && setIsNear(true)}
        onFocus={() => setIsNear(true)}
        onClick={({ currentTarget }) => {
          setIsChosen(true)
          rememberCardPicture(product.identifier, currentTarget)
        }}
      >
        <span className={styles.pictures}>
          <ViewTransition
            name={isChosen ? pictureTransition(product.identifier) : undefined}
            default="none"
            share="picture"
            onShare={flyScaled}
          >
            <ShopPicture
              className={styles.picture}
              picture={product.coverPicture}
              alt=""
              ground={cardPictureOf(product.identifier)}
              sizes={sizes}
              fit="cover"
              isPriority={isPriority}
              isEager={isEager}
            />
          </ViewTransition>
          {isNear && product.hoverPicture && (
            <span className={styles.second}>
              <ShopPicture
                className={styles.picture}
                picture={product.hoverPicture}
                alt=""
                sizes={sizes}
                fit="cover"
              />
            </span>
          )}
        </span>
        <span className={styles.caption}>
          <span>
            <Name className={styles.name}>{product.name}</Name>
            {product.isNew && <span className={styles.note}> New</span>}
          </span>
          <span>
            <Price
              price={product.price}
              salePrice={product.isOnSale ? product.salePrice : null}
              isFrom={product.hasPriceRange}
            />
            {!product.isAvailable && <span className={styles.note}> Sold out</span>}
          </span>
          {product.colors.length > 1 && (
            <Swatches className={styles.colors} colors={product.colors} />
          )}
        </span>
      </Link>
      {children && <div className={styles.corner}>{children}</div>}
    </article>
  )
}

/** The view transition that grows a product's picture from its card into its page. */
export function pictureTransition(identifier: string): string {
  return `product-${identifier}`
}

/**
 * Scales the flying picture instead of changing its width and height, which browsers lay out for every frame:
 * it flies on while the page around it is still being made.
 */
function flyScaled({ group }: ViewTransitionInstance): void {
  const flight = group.getAnimations()[0]?.effect as KeyframeEffect | undefined
  const [from, to] = flight?.getKeyframes() ?? []
  if (!from?.width || !to) return
  const scale = Number.parseFloat(`${from.width}`) / Number.parseFloat(`${to.width}`)
  flight?.setKeyframes({
    transform: [`${from.transform} scale(${scale})`, `${to.transform} scale(1)`],
    easing: from.easing,
  })
}

/** The last chosen card, by its product's identifier, and the URL of the picture it showed. */
let chosen: { identifier: string; src: string } | undefined

/**
 * Remembers the picture of a card whose link is followed. Its page shows it until the large one is
 * there; so does the card after Back, where the browser prefers the large one it has by then.
 */
function rememberCardPicture(identifier: string, card: Element): void {
  const image = card.querySelector('img')
  if (image?.complete && image.naturalWidth > 0) chosen = { identifier, src: image.currentSrc }
}

/** The picture that the card showed from which this product's page was opened. */
export function cardPictureOf(identifier: string): string | undefined {
  return chosen?.identifier === identifier ? chosen.src : undefined
}
