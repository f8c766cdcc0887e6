import { formatMoney } from '@solvane/ui/price'
import type { ReactNode } from 'react'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import styles from './cart-summary.module.css'
import { type CartItem, totalsOf } from './cart-totals.ts'
import { FreeShippingLine } from './free-shipping-line.tsx'

interface CartSummaryProps {
  selected: readonly CartItem[]
  /** The way on, under the sums. */
  children: ReactNode
}

/** What the chosen lines come to; stays in sight beside them. */
export function CartSummary({ selected, children }: CartSummaryProps) {
  const { shippingFee, freeShippingFrom, totalDays } = useLayoutData().settings
  const { subtotal, pieces } = totalsOf(selected)
  const isFree = subtotal >= freeShippingFrom
  return (
    <aside className={styles.summary} aria-label="Summary">
      <h2 className={styles.title}>Summary</h2>
      <dl className={styles.sums}>
        <div className={styles.subtotal} aria-live="polite">
          <dt>Subtotal, {pieces === 1 ? 'one piece' : `${pieces} pieces`}</dt>
          <dd>{formatMoney(subtotal)}</dd>
        </div>
        {pieces > 0 && (
          <div>
            <dt>Delivery</dt>
            <dd>{isFree ? 'With our compliments' : formatMoney(shippingFee)}</dd>
          </div>
        )}
      </dl>
      {pieces > 0 && !isFree && <FreeShippingLine subtotal={subtotal} />}
      {children}
      <p className={styles.note}>
        Packed in the house’s boxes, with you in {totalDays} business days.
      </p>
    </aside>
  )
}
