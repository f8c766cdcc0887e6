import { formatMoney } from '@solvane/ui/price'
import styles from './order-sums.module.css'

/** What an order comes to, in dollars. */
export interface Sums {
  goods: number
  delivery: number
  discount: number
  /** Code of the coupon that the discount is from. */
  couponCode?: string | null
  total: number
  /** What has been paid back. */
  refunded?: number
}

interface OrderSumsProps {
  sums: Sums
  /** They are being worked out anew. */
  isBusy?: boolean
}

/** The sums of an order, down to what is to be paid. */
export function OrderSums({ sums, isBusy = false }: OrderSumsProps) {
  const { goods, delivery, discount, couponCode, total, refunded = 0 } = sums
  return (
    <dl className={styles.sums} aria-busy={isBusy || undefined}>
      <Row name="Pieces" value={formatMoney(goods)} />
      {discount > 0 && (
        <Row
          name={couponCode ? `Coupon ${couponCode}` : 'Coupon'}
          value={`−${formatMoney(discount)}`}
        />
      )}
      <Row name="Delivery" value={delivery > 0 ? formatMoney(delivery) : 'With our compliments'} />
      <div className={styles.total} aria-live="polite">
        <dt>Total</dt>
        <dd>{formatMoney(total)}</dd>
      </div>
      {refunded > 0 && <Row name="Paid back" value={formatMoney(refunded)} />}
    </dl>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
