import { TileSkeleton } from '@solvane/ui/skeleton'
import { Fragment, type ReactNode } from 'react'
import { ProductCard, type ProductCardData } from './product-card.tsx'
import styles from './product-grid.module.css'

/** Cards of the first row that are above the fold on every screen: their pictures come first. */
const priorityCards = 2
/** Cards of the widest first row. */
const eagerCards = 4

interface ProductGridProps {
  products: readonly ProductCardData[]
  /** The number of placeholders for products that are loading. */
  placeholders?: number
  /** The grid opens its page: its first pictures are loaded at once. */
  isFirst?: boolean
  /** Level of the names' headings. */
  level?: 2 | 3
  /** Top right on a card: the heart. */
  corner?: (product: ProductCardData) => ReactNode
  /** Each takes the room of four products: one every few rows, as long as there are products. */
  scenes?: readonly ReactNode[]
}

/** The number of products before the first scene, and from each to the next: whole rows of two and of four. */
const beforeFirst = 8
const between = 12

/** Products in two, three or four columns. */
export function ProductGrid(props: ProductGridProps) {
  const { products, placeholders = 0, isFirst = false, level, corner, scenes } = props
  return (
    <ul className={styles.grid}>
      {products.map((product, index) => {
        // None between the places of two.
        const scene = scenes?.[(index - beforeFirst) / between]
        return (
          <Fragment key={product.id}>
            {scene && <li className={styles.scene}>{scene}</li>}
            <li>
              <ProductCard
                product={product}
                isPriority={isFirst && index < priorityCards}
                isEager={isFirst && index < eagerCards}
                level={level}
              >
                {corner?.(product)}
              </ProductCard>
            </li>
          </Fragment>
        )
      })}
      {Array.from({ length: placeholders }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <li key={`placeholder-${index}`}>
          <TileSkeleton />
        </li>
      ))}
    </ul>
  )
}
