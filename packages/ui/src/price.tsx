import { clsx } from 'clsx'
import styles from './price.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Puts commas into a number with at most two decimals: `10,000`. */
export function groupThousands(number: string): string {
  return number.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** Formats US dollars: `$1,290.00`. Not by Intl: docs/decisions/0018-when-the-program-loads.md. */
export function formatMoney(dollars: number): string {
  return `${dollars < 0 ? '-' : ''}$${groupThousands(Math.abs(dollars).toFixed(2))}`
}

interface PriceProps {
  /** The normal price, in dollars. */
  price: number
  /** The price during a sale; the normal price is then struck through. */
  salePrice?: number | null
  /** The price is the lowest of several. */
  isFrom?: boolean
  className?: string
}

/** A price in tabular figures: normal, on sale, or "From". */
export function Price({ price, salePrice, isFrom = false, className }: PriceProps) {
  const isOnSale = salePrice !== undefined && salePrice !== null
  return (
    <span className={clsx(styles.price, className)}>
      {isOnSale && (
        <>
          <VisuallyHidden>Price before the sale: </VisuallyHidden>
          <s className={styles.before}>{formatMoney(price)}</s>
          <VisuallyHidden>. Price now: </VisuallyHidden>
        </>
      )}
      <span>
        {isFrom && 'From '}
        {formatMoney(isOnSale ? salePrice : price)}
      </span>
    </span>
  )
}
