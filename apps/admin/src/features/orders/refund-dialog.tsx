import { randomUuid } from '@solvane/client/random-uuid'
import type { StaffPayment } from '@solvane/contract/orders.admin'
import { Checkbox } from '@solvane/ui/checkbox'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { RadioGroup } from '@solvane/ui/radio-group'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { methodNames } from '../../parts/order-words.ts'
import type { DeskProps } from './desk-props.ts'

interface RefundDialogProps extends DeskProps {
  payment: StaffPayment
  /** What staff are asked to pay back themselves; then neither more nor less. */
  owed: number | undefined
  onClose: () => void
}

/** Pays back what is left of an attempt's money, or a part, once, however often it is pressed. */
export function RefundDialog({ order, payment, owed, onChange, onClose }: RefundDialogProps) {
  // Of this opening of the dialog: a second press, and a press after a lost answer, ask for the same.
  const [key] = useState(randomUuid)
  const [part, setPart] = useState<'all' | 'part'>('all')
  const { refundable, isRefundedByProvider } = payment
  const whole = owed ?? refundable
  const method = methodNames[payment.method]
  return (
    <ActionDialog
      title={owed ? 'Note what was paid back' : `Pay back for ${order.orderNumber}`}
      description={
        isRefundedByProvider
          ? `${formatMoney(refundable)} of what came by ${method} is left. It goes back the way it came.`
          : `Nobody pays it back for you: send ${formatMoney(whole)}${owed ? '' : ' or less'} yourself first, then note it.`
      }
      submit={isRefundedByProvider ? 'Pay back' : 'It is paid back'}
      done="The refund is noted; the shopper is written to once it is done."
      onClose={onClose}
      act={(said) =>
        api
          .call('refundOrder', {
            params: { orderId: order.id },
            body: {
              amount: part === 'part' ? Number(said('amount')) : whole,
              reason: said('reason'),
              key,
              paymentId: payment.id,
              byHand: said('byHand') === 'yes',
            },
          })
          .finally(onChange)
      }
    >
      {(wrong) => (
        <>
          {owed === undefined && (
            <RadioGroup
              legend="How much"
              name="part"
              value={part}
              onChange={(value) => setPart(value === 'part' ? 'part' : 'all')}
              options={[
                { value: 'all', label: `All that is left, ${formatMoney(refundable)}` },
                { value: 'part', label: 'A part' },
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
              error={wrong('amount')}
            />
          )}
          <TextField
            label={isRefundedByProvider ? 'Why (for staff)' : 'How it was paid back'}
            name="reason"
            hint={isRefundedByProvider ? undefined : 'The reference by which it is found.'}
            required
            maxLength={500}
            autoComplete="off"
            error={wrong('reason')}
          />
          {isRefundedByProvider && (
            <Checkbox
              name="byHand"
              value="yes"
              label="I have paid it back myself"
              hint={`${method} is then not asked: for when that is not possible any more.`}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}
