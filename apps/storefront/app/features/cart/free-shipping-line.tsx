import { formatMoney } from '@solvane/ui/price'
import { useDelivery } from '../../lib/api/delivery.ts'
import { missingForFreeShipping } from './cart-totals.ts'
import styles from './free-shipping-line.module.css'

/** How far it is to free delivery, where it can be free, in words and as a line that fills. `subtotal` in dollars. */
export function FreeShippingLine({ subtotal }: { subtotal: number }) {
  const { freeFrom } = useDelivery()
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
