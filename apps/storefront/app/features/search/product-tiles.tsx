import type { ProductCard } from '@solvane/contract/catalog'
import { TileSkeleton } from '@solvane/ui/skeleton'
import type { ReactNode } from 'react'
import styles from './search-overlay.module.css'

/** Loading placeholders (spec section 9). */
const placeholders = ['1', '2', '3', '4', '5', '6']

interface ProductTilesProps {
  products: readonly ProductCard[]
  renderProduct: (product: ProductCard) => ReactNode
  /** Six places are held after the products. */
  isLoading: boolean
}

/** The pieces of the search, close together like contact prints. */
export function ProductTiles({ products, renderProduct, isLoading }: ProductTilesProps) {
  return (
    <ul className={styles.grid} aria-busy={isLoading}>
      {products.map((product) => (
        <li key={product.id}>{renderProduct(product)}</li>
      ))}
      {isLoading &&
        placeholders.map((place) => (
          <li key={place} aria-hidden="true">
            <TileSkeleton />
          </li>
        ))}
    </ul>
  )
}
