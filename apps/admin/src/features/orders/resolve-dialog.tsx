import type { StaffPayment } from '@solvane/contract/orders.admin'
import { TextAreaField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import type { DeskProps } from './desk-props.ts'

interface ResolveDialogProps extends DeskProps {
  payment: StaffPayment
  onClose: () => void
}

/** Ends that an attempt wants a look, with what was done about it. */
export function ResolveDialog({ order, payment, onChange, onClose }: ResolveDialogProps) {
  return (
    <ActionDialog
      title="Close what wants a look"
      description={payment.review?.reason}
      submit="Close it"
      done="It is closed."
      onClose={onClose}
      act={(said) =>
        api
          .call('resolvePaymentReview', {
            params: { orderId: order.id, paymentId: payment.id },
            body: { reason: said('reason') },
          })
          .finally(onChange)
      }
    >
      {(wrong) => (
        <TextAreaField
          label="What was done about it"
          name="reason"
          required
          maxLength={500}
          error={wrong('reason')}
        />
      )}
    </ActionDialog>
  )
}
