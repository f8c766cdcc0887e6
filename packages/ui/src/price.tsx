import { clsx } from 'clsx'
import styles from './price.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount of money: `$1,290.00`. `amount` in whole units. */
export function formatMoney(amount: number, currency = 'USD'): string {
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
    })
    formats.set(currency, format)
  }
  return format.format(amount)
}

interface PriceProps {
  /** The normal price, in whole units of the currency. */
  price: number
  /** The price during a sale; the normal price is then struck through. */
  salePrice?: number | null
  /** The price is the lowest of several. */
  isFrom?: boolean
  currency?: string
  className?: string
}

/** A price in tabular figures: normal, on sale, or "From". */
export function Price({ price, salePrice, isFrom = false, currency, className }: PriceProps) {
  const isOnSale = salePrice !== undefined && salePrice !== null
  return (
    <span className={clsx(styles.price, className)}>
      {isOnSale && (
        <>
          <VisuallyHidden>Price before the sale: </VisuallyHidden>
          <s className={styles.before}>{formatMoney(price, currency)}</s>
          <VisuallyHidden>. Price now: </VisuallyHidden>
        </>
      )}
      <span>
        {isFrom && 'From '}
        {formatMoney(isOnSale ? salePrice : price, currency)}
      </span>
    </span>
  )
}
