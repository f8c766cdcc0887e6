import type { ReviewKind, StaffPayment } from '@solvane/contract/order-payments.admin'
import { Button } from '@solvane/ui/button'
import { formatMoney } from '@solvane/ui/price'
import { useState } from 'react'
import { useMayAct } from '../../data/staff.ts'
import { Moment } from '../../parts/moment.tsx'
import { methodName } from '../../parts/order-words.ts'
import { Facts, Panel } from '../../parts/panel.tsx'
import { PaymentMark } from './order-marks.tsx'
import type { OrderPanelProps } from './order-panel-props.ts'
import { RefundDialog, ResolveDialog } from './payment-dialogs.tsx'
import styles from './payments-panel.module.css'

/** What staff can do about a payment that needs review. */
const advice: Record<ReviewKind, string> = {
  DECIDE: 'Accept the amount received with “Mark as paid”, or refund it.',
  AT_PROVIDER: 'Refund it in the provider’s dashboard. This attempt then closes automatically.',
  BY_HAND: 'Refund it manually, then record the refund here with its reference.',
  PAID_TWICE: 'It is refunded automatically. If that fails, it is shown here.',
  REFUND_FAILED:
    'Try again, or refund it another way and record that. Resolve the review once it is settled.',
  OVERPAYMENT: 'Refund the excess, or keep it if the customer agreed, then resolve the review.',
  DISPUTED: 'Answer in the provider’s dashboard. What it decides is recorded here.',
  DISPUTE_LOST: 'The provider took the money back. Resolve the review once it is in your books.',
}

/** The payment attempts of an order with their refunds and reviews. */
export function PaymentsPanel({ order, onChange }: OrderPanelProps) {
  return (
    <div id="payments">
      <Panel title="Payments">
        {order.payments.length === 0 && <p className={styles.none}>No payment yet.</p>}
        {order.payments.toReversed().map((payment) => (
          <Attempt key={payment.id} payment={payment} order={order} onChange={onChange} />
        ))}
      </Panel>
    </div>
  )
}

function Attempt({ payment, order, onChange }: OrderPanelProps & { payment: StaffPayment }) {
  const [open, setOpen] = useState<'refund' | 'resolve' | null>(null)
  const mayAct = useMayAct()
  const { review } = payment
  const manual = payment.isRefundedByProvider
    ? undefined
    : payment.refunds.find(({ status }) => status === 'PENDING')
  const close = () => setOpen(null)
  return (
    <article className={styles.attempt} aria-label={`Attempt ${payment.attempt}`}>
      <header className={styles.header}>
        <h3 className={styles.method}>{methodName(payment.method)}</h3>
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
            It is retried every few minutes. If this note stays, check the payment in the provider’s
            dashboard.
          </p>
        </div>
      )}
      <Facts
        facts={[
          ['Started', <Moment key="started" at={payment.createdAt} />],
          ['Received', payment.captured > 0 ? formatMoney(payment.captured) : null],
          ['Refunded', payment.refunded > 0 ? formatMoney(payment.refunded) : null],
          ['Failure', payment.failure],
          ['Provider reference', payment.providerRef && <code>{payment.providerRef}</code>],
          ['Capture reference', payment.captureRef && <code>{payment.captureRef}</code>],
        ]}
      />
      {payment.refunds.length > 0 && (
        <ul className={styles.refunds} aria-label="Refunds">
          {payment.refunds.map((refund) => (
            <li key={refund.id}>
              {formatMoney(refund.amount)}, {refundWords[refund.status]}
              {refund.by && ` by ${refund.by.name}`}: {refund.failure ?? refund.reason}
            </li>
          ))}
        </ul>
      )}
      {payment.disputes.length > 0 && (
        <ul className={styles.refunds} aria-label="Disputes">
          {payment.disputes.map((dispute) => (
            <li key={dispute.id}>
              {formatMoney(dispute.amount)}
              {dispute.currency !== 'USD' && ` (in ${dispute.currency})`},{' '}
              {disputeWords[dispute.status]}: {dispute.reason}, <code>{dispute.id}</code>, opened{' '}
              <Moment at={dispute.openedAt} />
              {dispute.status === 'OPEN' && dispute.answerBy && (
                <>
                  , answer by <Moment at={dispute.answerBy} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {payment.resolvedReviews.map(({ id, review, reason, by, at }) => (
        <p key={id} className={styles.resolved}>
          “{review}” resolved by {by?.name ?? 'staff'}, <Moment at={at} />: {reason}
        </p>
      ))}
      {mayAct && (
        <div className={styles.actions}>
          {(payment.refundable > 0 || manual) && (
            <Button kind="link" onClick={() => setOpen('refund')}>
              {manual ? `Record refund of ${formatMoney(manual.amount)}` : 'Refund'}
            </Button>
          )}
          {review?.canResolve && (
            <Button kind="link" onClick={() => setOpen('resolve')}>
              Resolve review
            </Button>
          )}
        </div>
      )}
      {open === 'refund' && (
        <RefundDialog
          order={order}
          payment={payment}
          owed={manual?.amount}
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

const disputeWords = {
  OPEN: 'disputed by the payer',
  WON: 'dispute closed, the money stays',
  LOST: 'dispute lost, the money was taken back',
} as const

const refundWords = {
  PENDING: 'refund pending',
  SUCCEEDED: 'refunded',
  FAILED: 'refund failed',
} as const
