import { TileSkeleton } from '@solvane/ui/skeleton'
import type { ReactNode } from 'react'
import { ProductCard, type ProductCardData } from './product-card.tsx'
import styles from './product-grid.module.css'

/** The width of a card of the grid on the page. */
const cardSizes = '(width >= 1200px) calc(25vw - 21px), (width >= 768px) calc(33.4vw - 17px), 50vw'
/** The width of a found or popular product's card on the page. */
export const foundCardSizes = '(width >= 1200px) 25vw, (width >= 768px) 33vw, 50vw'
/** Cards of the first row that are always above the fold. */
const priorityCards = 2

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
}

/** Products in two, three or four columns. */
export function ProductGrid(props: ProductGridProps) {
  const { products, placeholders = 0, isFirst = false, level, corner } = props
  return (
    <ul className={styles.grid}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            sizes={cardSizes}
            isPriority={isFirst && index < priorityCards}
            level={level}
          >
            {corner?.(product)}
          </ProductCard>
        </li>
      ))}
      {Array.from({ length: placeholders }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <li key={`placeholder-${index}`}>
          <TileSkeleton />
        </li>
      ))}
    </ul>
  )
}
