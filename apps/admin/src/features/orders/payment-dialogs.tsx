import { randomUuid } from '@solvane/client/random-uuid'
import type { StaffPayment } from '@solvane/contract/order-payments.admin'
import { Checkbox } from '@solvane/ui/checkbox'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { RadioGroup } from '@solvane/ui/radio-group'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { methodName } from '../../parts/order-words.ts'
import type { OrderPanelProps } from './order-panel-props.ts'

interface RefundDialogProps extends OrderPanelProps {
  payment: StaffPayment
  /** The exact amount that staff have to refund manually; undefined when they choose the amount. */
  owed: number | undefined
  onClose: () => void
}

/** Refunds all or part of a payment attempt; repeated submits refund once. */
export function RefundDialog({ order, payment, owed, onChange, onClose }: RefundDialogProps) {
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

/** Resolves the review of a payment attempt, with what was done about it. */
export function ResolveDialog({ order, payment, onChange, onClose }: ResolveDialogProps) {
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
