import type { StaffOrder } from '@solvane/contract/orders.admin'
import { formatMoney } from '@solvane/ui/price'
import { Panel } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './order-items.module.css'

/** The items of an order and its totals. */
export function OrderItems({ order }: { order: StaffOrder }) {
  const { appliedCoupon, couponDiscountAmount, shippingFee, refundedAmount } = order
  const sums: [string, string][] = [
    ['Items', formatMoney(order.itemsTotalPrice)],
    ...(appliedCoupon
      ? [
          [`Coupon ${appliedCoupon.code}`, `−${formatMoney(couponDiscountAmount)}`] as [
            string,
            string,
          ],
        ]
      : []),
    ['Shipping', shippingFee === 0 ? 'Complimentary' : formatMoney(shippingFee)],
    ['Total', formatMoney(order.totalAmount)],
    ...(refundedAmount > 0
      ? [['Refunded', `−${formatMoney(refundedAmount)}`] as [string, string]]
      : []),
  ]
  return (
    <Panel title="Items">
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <li key={line.variantId} className={styles.line}>
            <Thumb picture={line.picture} />
            <div className={styles.product}>
              <a className={styles.name} href={`/product/${line.identifier}`}>
                {line.name}
              </a>
              <span className={styles.options}>
                {Object.values(line.attributeValues).join(', ')}
              </span>
            </div>
            <span className={styles.count}>
              {line.quantity} × {formatMoney(line.unitPrice)}
              {line.discount > 0 && (
                <span className={styles.options}>−{formatMoney(line.discount)} coupon</span>
              )}
            </span>
            <span className={styles.amount}>{formatMoney(line.totalPrice)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {sums.map(([name, value]) => (
          <div key={name} className={styles.sum} data-total={name === 'Total' || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.remark && (
        <div className={styles.remark}>
          <h3 className={styles.label}>Customer’s note</h3>
          <p>{order.remark}</p>
        </div>
      )}
    </Panel>
  )
}
