import { randomUuid } from '@solvane/client/random-uuid'
import type { ReviewKind, StaffPayment } from '@solvane/contract/order-payments.admin'
import { Button } from '@solvane/ui/button'
import { Checkbox, RadioGroup } from '@solvane/ui/choice'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { methodName } from '../../parts/words.tsx'
import type { OrderPanelProps } from './order-panels.tsx'
import { PaymentMark } from './order-words.tsx'
import styles from './payments-panel.module.css'

interface RefundDialogProps extends OrderPanelProps {
  payment: StaffPayment
  /** The exact amount that staff have to refund manually; undefined when they choose the amount. */
  owed: number | undefined
  onClose: () => void
}

/** Refunds all or part of a payment attempt; repeated submits refund once. */
function RefundDialog({ order, payment, owed, onChange, onClose }: RefundDialogProps) {
  // One key for each opening of the dialog, so that repeated submits are the same refund.
  const [key] = useState(randomUuid)
  const [part, setPart] = useState<'all' | 'part'>('all')
  const { refundable, isRefundedByProvider } = payment
  const whole = owed ?? refundable
  const method = methodName(payment.method)
  return (
    <ActionDialog
      title={owed ? 'Record a refund' : `Refund ${order.orderNumber}`}
      description={
        isRefundedByProvider
          ? `Up to ${formatMoney(refundable)} can be refunded to ${method}.`
          : `This payment cannot be refunded automatically. Send ${formatMoney(whole)}${owed ? '' : ' or less'} yourself, then record it here.`
      }
      submit={isRefundedByProvider ? 'Refund' : 'Record refund'}
      done="The refund is recorded. The customer gets an e-mail once it is done."
      onClose={onClose}
      onSubmit={(value) =>
        api
          .call('refundOrder', {
            params: { orderId: order.id },
            body: {
              amount: part === 'part' ? Number(value('amount')) : whole,
              reason: value('reason'),
              key,
              paymentId: payment.id,
              byHand: value('byHand') === 'yes',
            },
          })
          .finally(onChange)
      }
    >
      {(errorOf) => (
        <>
          {owed === undefined && (
            <RadioGroup
              legend="Amount"
              name="part"
              value={part}
              onChange={(value) => setPart(value === 'part' ? 'part' : 'all')}
              options={[
                { value: 'all', label: `Full amount, ${formatMoney(refundable)}` },
                { value: 'part', label: 'Partial amount' },
              ]}
            />
          )}
          {part === 'part' && (
            <TextField
              label="Amount in dollars"
              name="amount"
              type="number"
              inputMode="decimal"
              min={0.01}
              max={refundable}
              step={0.01}
              required
              error={errorOf('amount')}
            />
          )}
          <TextField
            label={isRefundedByProvider ? 'Reason (for staff)' : 'How it was refunded'}
            name="reason"
            hint={isRefundedByProvider ? undefined : 'The reference of the transfer.'}
            required
            maxLength={500}
            autoComplete="off"
            error={errorOf('reason')}
          />
          {isRefundedByProvider && (
            <Checkbox
              name="byHand"
              value="yes"
              label="I have refunded it manually"
              hint={`No refund is requested from ${method}. For payments that it can no longer refund.`}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}

interface ResolveDialogProps extends OrderPanelProps {
  payment: StaffPayment
  onClose: () => void
}

/** Resolves the review of a payment attempt, with a note on the resolution. */
function ResolveDialog({ order, payment, onChange, onClose }: ResolveDialogProps) {
  return (
    <ActionDialog
      title="Resolve review"
      description={payment.review?.reason}
      submit="Resolve"
      done="The review is resolved."
      onClose={onClose}
      onSubmit={(value) =>
        api
          .call('resolvePaymentReview', {
            params: { orderId: order.id, paymentId: payment.id },
            body: { reason: value('reason') },
          })
          .finally(onChange)
      }
    >
      {(errorOf) => (
        <TextAreaField
          label="What was done about it"
          name="reason"
          required
          maxLength={500}
          error={errorOf('reason')}
        />
      )}
    </ActionDialog>
  )
}

/** Advice for staff about a payment that needs review. */
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
          ['Refunded', payment.refunded > 0 ? refundedInWords(payment) : null],
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

/** `$300.00, of which $240.00 because a change made the order cheaper`. */
function refundedInWords({ refunded, refundedForChange }: StaffPayment): string {
  const why = 'because a change made the order cheaper'
  if (refundedForChange === 0) return formatMoney(refunded)
  if (refundedForChange === refunded) return `${formatMoney(refunded)}, ${why}`
  return `${formatMoney(refunded)}, of which ${formatMoney(refundedForChange)} ${why}`
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
