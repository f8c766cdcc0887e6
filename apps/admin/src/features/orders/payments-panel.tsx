import type { ReviewKind, StaffPayment } from '@solvane/contract/orders.admin'
import { Button } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { useState } from 'react'
import { useMayAct } from '../../data/staff.ts'
import { Moment } from '../../parts/moment.tsx'
import { methodNames } from '../../parts/order-words.ts'
import { Facts, Panel } from '../../parts/panel.tsx'
import type { DeskProps } from './desk-props.ts'
import { PaymentMark } from './order-marks.tsx'
import styles from './payments-panel.module.css'
import { RefundDialog } from './refund-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

/** What to do about money that waits for staff. */
const advice: Record<ReviewKind, string> = {
  DECIDE: 'Take what came for what is due with “Mark as paid”, or pay it back.',
  AT_PROVIDER:
    'Pay it back in the provider’s own back office. The attempt ends by itself once that is done.',
  BY_HAND: 'Pay it back yourself, then note it here with the reference.',
  PAID_TWICE: 'It goes back by itself. If that fails, this will say so.',
  REFUND_FAILED:
    'Try again, or pay it back another way and note that. What is settled can be closed with a reason.',
  SURPLUS:
    'Pay back what is too much, or keep it as agreed with the shopper, and close this with a reason.',
}

/** Every attempt to pay an order, with what came, what went back, and what wants a look. */
export function PaymentsPanel({ order, onChange }: DeskProps) {
  return (
    <div id="payments">
      <Panel title="Payments">
        {order.payments.length === 0 && (
          <p className={styles.none}>The shopper has not begun to pay.</p>
        )}
        {order.payments.toReversed().map((payment) => (
          <Attempt key={payment.id} payment={payment} order={order} onChange={onChange} />
        ))}
      </Panel>
    </div>
  )
}

function Attempt({ payment, order, onChange }: DeskProps & { payment: StaffPayment }) {
  const [open, setOpen] = useState<'refund' | 'resolve' | null>(null)
  const mayAct = useMayAct()
  const { review } = payment
  const byHand = payment.isRefundedByProvider
    ? undefined
    : payment.refunds.find(({ status }) => status === 'PENDING')
  const close = () => setOpen(null)
  return (
    <article className={styles.attempt} aria-label={`Attempt ${payment.attempt}`}>
      <header className={styles.header}>
        <h3 className={styles.method}>{methodNames[payment.method]}</h3>
        <PaymentMark status={payment.status} />
        <span className={styles.amount}>{formatMoney(payment.amount)}</span>
      </header>
      {review && (
        <div className={styles.review}>
          <p className={styles.reason}>{review.reason}</p>
          <p>{advice[review.kind]}</p>
        </div>
      )}
      {payment.stuck && (
        <div className={styles.review}>
          <p className={styles.reason}>
            {payment.stuck.reason} since <Moment at={payment.stuck.since} />.
          </p>
          <p>
            It is tried again every few minutes, and this disappears once it has gone through. If it
            stays, look at the payment in the provider’s own back office.
          </p>
        </div>
      )}
      <Facts
        facts={[
          ['Begun', <Moment key="begun" at={payment.createdAt} />],
          ['Received', payment.captured > 0 ? formatMoney(payment.captured) : null],
          ['Paid back', payment.refunded > 0 ? formatMoney(payment.refunded) : null],
          ['Failed', payment.failure],
          ['Provider’s id', payment.providerRef && <code>{payment.providerRef}</code>],
          ['Capture’s id', payment.captureRef && <code>{payment.captureRef}</code>],
        ]}
      />
      {payment.refunds.length > 0 && (
        <ul className={styles.refunds} aria-label="Paid back">
          {payment.refunds.map((refund) => (
            <li key={refund.id}>
              {formatMoney(refund.amount)}, {refundWords[refund.status]}
              {refund.by && ` by ${refund.by.name}`}: {refund.failure ?? refund.reason}
            </li>
          ))}
        </ul>
      )}
      {payment.resolvedReviews.map(({ id, review, reason, by, at }) => (
        <p key={id} className={styles.resolved}>
          “{review}” closed by {by?.name ?? 'staff'}, <Moment at={at} />: {reason}
        </p>
      ))}
      {mayAct && (
        <div className={styles.actions}>
          {(payment.refundable > 0 || byHand) && (
            <Button kind="link" onClick={() => setOpen('refund')}>
              {byHand ? `Note ${formatMoney(byHand.amount)} as paid back` : 'Pay back'}
            </Button>
          )}
          {review?.canResolve && (
            <Button kind="link" onClick={() => setOpen('resolve')}>
              Close with a reason
            </Button>
          )}
        </div>
      )}
      {open === 'refund' && (
        <RefundDialog
          order={order}
          payment={payment}
          owed={byHand?.amount}
          onChange={onChange}
          onClose={close}
        />
      )}
      {open === 'resolve' && (
        <ResolveDialog order={order} payment={payment} onChange={onChange} onClose={close} />
      )}
    </article>
  )
}

const refundWords = { PENDING: 'on its way', SUCCEEDED: 'paid back', FAILED: 'refused' } as const
