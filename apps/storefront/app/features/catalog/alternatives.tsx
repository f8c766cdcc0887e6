import type { ReactNode } from 'react'
import styles from './alternatives.module.css'
import type { ProductCardData } from './product-card.tsx'
import { ProductGrid } from './product-grid.tsx'

interface AlternativesProps {
  products: readonly ProductCardData[]
  /** Top right on a card: the heart. */
  corner: (product: ProductCardData) => ReactNode
}

/** In place of a product that is sold out or gone: others of its category, nearest in price. */
export function Alternatives({ products, corner }: AlternativesProps) {
  return (
    <section className={styles.alternatives}>
      <h2 className={styles.title}>Similar pieces, in stock</h2>
      <ProductGrid products={products} corner={corner} />
    </section>
  )
}
