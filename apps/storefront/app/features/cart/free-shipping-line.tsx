import { formatMoney } from '@solvane/ui/price'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { missingForFreeShipping } from './cart-totals.ts'
import styles from './free-shipping-line.module.css'

/** How far it is to free delivery, in words and as a line that fills. `subtotal` in dollars. */
export function FreeShippingLine({ subtotal }: { subtotal: number }) {
  const { freeShippingFrom } = useLayoutData().settings
  const missing = missingForFreeShipping(subtotal, freeShippingFrom)
  const share = freeShippingFrom > 0 ? Math.min(1, subtotal / freeShippingFrom) : 1
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
