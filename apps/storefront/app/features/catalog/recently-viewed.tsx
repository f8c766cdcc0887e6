import { useEffect, useState } from 'react'
import { Link, productPath } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import type { ProductCardData } from './product-card.tsx'
import styles from './recently-viewed.module.css'

/** A product that the shopper has viewed. Without its price, which would be out of date. */
type ViewedProduct = Pick<ProductCardData, 'identifier' | 'name' | 'coverPicture'>

const storageKey = 'recentlyViewed'
/** The number of products stored, including the current one. */
const limit = 9

function isViewedProduct(value: unknown): value is ViewedProduct {
  const product = value as Partial<ViewedProduct> | null
  return (
    typeof product?.identifier === 'string' &&
    typeof product.name === 'string' &&
    typeof product.coverPicture?.src === 'string' &&
    typeof product.coverPicture.width === 'number' &&
    typeof product.coverPicture.height === 'number'
  )
}

/** Reads the stored products; anything unreadable or of another shape is ignored. */
export function readViewed(text: string | null): ViewedProduct[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isViewedProduct).slice(0, limit) : []
  } catch {
    return []
  }
}

/** `products` with `product` first, each once. */
export function withViewed(
  products: readonly ViewedProduct[],
  product: ViewedProduct,
): ViewedProduct[] {
  const others = products.filter(({ identifier }) => identifier !== product.identifier)
  return [product, ...others].slice(0, limit)
}

/** Stores `product` and returns the products viewed before it; none until the page is hydrated. */
function useRecentlyViewed(product: ViewedProduct): ViewedProduct[] {
  const [before, setBefore] = useState<ViewedProduct[]>([])
  const { identifier, name, coverPicture } = product
  useEffect(() => {
    try {
      const known = readViewed(localStorage.getItem(storageKey))
      setBefore(known.filter((other) => other.identifier !== identifier))
      const kept = withViewed(known, { identifier, name, coverPicture })
      localStorage.setItem(storageKey, JSON.stringify(kept))
    } catch {
      // Without storage, or with full storage, the list stays as it is.
    }
  }, [identifier, name, coverPicture])
  return before
}

/** The products viewed before this one; nothing on a first visit. */
export function RecentlyViewedStrip({ product }: { product: ViewedProduct }) {
  const products = useRecentlyViewed(product)
  if (products.length === 0) return null
  return (
    <section className={styles.strip}>
      <h2 className={styles.title}>Recently viewed</h2>
      <ul className={styles.products}>
        {products.map((viewed) => (
          <li key={viewed.identifier}>
            <Link className={styles.product} to={productPath(viewed.identifier)}>
              <ShopPicture
                className={styles.picture}
                picture={viewed.coverPicture}
                alt=""
                sizes="160px"
                fit="cover"
              />
              {viewed.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
