import type { StaffReturn } from '@solvane/contract/returns.admin'
import { formatMoney } from '@solvane/ui/price'
import { Facts, Panel } from '../../parts/panel.tsx'
import styles from './return-page.module.css'

/** What the return refunds, or has. */
export function Refund({ found }: { found: StaffReturn }) {
  const { goods, fee, delivery, amount, refundable } = found.refund
  const due = Math.round((goods - fee + delivery) * 100) / 100
  const isOpen = found.actions.includes('refund')
  return (
    <Panel title="Refund">
      <dl className={styles.sums}>
        <div>
          <dt>Paid for the items</dt>
          <dd>{formatMoney(goods)}</dd>
        </div>
        <div>
          <dt>
            Restocking fee
            {found.feePercent === null ? ` (${found.terms.feeFrom}%)` : ` (${found.feePercent}%)`}
          </dt>
          <dd>−{formatMoney(fee)}</dd>
        </div>
        {delivery > 0 && (
          <div>
            <dt>Delivery fee</dt>
            <dd>{formatMoney(delivery)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{found.status === 'REFUNDED' ? 'Refunded' : 'Refund'}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      </dl>
      {isOpen && due > amount && (
        <p className={styles.warning}>
          Only {formatMoney(refundable)} of the payment can still be refunded.
        </p>
      )}
    </Panel>
  )
}

/** The terms under which the return was asked for. */
export function Terms({ terms }: { terms: StaffReturn['terms'] }) {
  const { feeFrom, feeUntil } = terms
  return (
    <Panel title="Terms">
      <Facts
        facts={[
          ['Asked for within', `${terms.noticeDays} days of delivery`],
          ['Must arrive within', `${terms.arrivalDays} days`],
          ['Fee', feeUntil === 0 ? 'None' : `${feeFrom}%–${feeUntil}%`],
          ['Postage', terms.shopPaysPostage ? 'Paid by us' : 'Paid by the customer'],
          ['Delivery fee', terms.refundsDelivery ? 'Refunded with the last item' : 'Kept'],
          ['Source', terms.source],
          ['Valid from', terms.validFrom],
        ]}
      />
    </Panel>
  )
}
