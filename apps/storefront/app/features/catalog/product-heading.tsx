import { Price } from '@solvane/ui/price'
import type { ReactNode } from 'react'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import styles from './product-heading.module.css'
import type { Product, Variant } from './variant-choice.ts'

/** The name, the price of the chosen variant (of the piece while none is), and what it is. */
export function ProductHeading({
  product,
  variant,
  heart,
}: {
  product: Product
  variant: Variant | null
  /** Beside the name. */
  heart: ReactNode
}) {
  const { defaultDeliveryText } = useLayoutData().settings
  const description = product.description ? [product.description] : defaultDeliveryText
  const shown = variant
    ? { price: variant.price, salePrice: variant.isOnSale ? variant.currentPrice : null }
    : { price: product.price, salePrice: product.isOnSale ? product.salePrice : null }
  return (
    <header className={styles.heading}>
      {product.isNew && <p className={styles.note}>New</p>}
      <div className={styles.title}>
        <h1 className={styles.name}>{product.name}</h1>
        {heart}
      </div>
      <p className={styles.price} aria-live="polite">
        <Price {...shown} isFrom={!variant && product.hasPriceRange} />
      </p>
      {!product.isAvailable && <p className={styles.note}>Sold out</p>}
      <div className={styles.description}>
        {description.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </header>
  )
}
