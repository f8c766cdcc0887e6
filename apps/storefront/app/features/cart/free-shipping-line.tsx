import { formatMoney } from '@solvane/ui/price'
import { missingForFreeShipping } from './cart-totals.ts'
import styles from './free-shipping-line.module.css'

interface FreeShippingLineProps {
  /** Dollars. */
  subtotal: number
  /** The value of goods from which delivery is free, in dollars; null: never. */
  freeFrom: number | null
}

/** The amount left to free delivery, where it can be free, in words and as a line that fills. */
export function FreeShippingLine({ subtotal, freeFrom }: FreeShippingLineProps) {
  if (freeFrom === null) return null
  const missing = missingForFreeShipping(subtotal, freeFrom)
  const share = freeFrom > 0 ? Math.min(1, subtotal / freeFrom) : 1
  return (
    <div className={styles.line}>
      <p>
        {missing > 0
          ? `${formatMoney(missing)} more for complimentary delivery.`
          : 'Complimentary delivery'}
      </p>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.filled} style={{ transform: `scaleX(${share})` }} />
      </div>
    </div>
  )
}
