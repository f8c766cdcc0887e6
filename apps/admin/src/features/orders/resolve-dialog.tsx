import type { StaffPayment } from '@solvane/contract/orders.admin'
import { TextAreaField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import type { OrderPanelProps } from './order-panel-props.ts'

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
