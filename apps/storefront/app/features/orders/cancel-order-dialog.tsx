import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { TextAreaField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import type { Order } from '../../lib/api/order-query.ts'
import styles from './order-detail.module.css'
import { usePutOrder } from './order-gate.tsx'

/** The most characters of a reason, as in the contract. */
const longestReason = 500

interface CancelOrderDialogProps {
  order: Order
  isOpen: boolean
  onClose: () => void
}

/** Asks before an order is cancelled. */
export function CancelOrderDialog({ order, isOpen, onClose }: CancelOrderDialogProps) {
  const api = useApi()
  const put = usePutOrder()
  const [reason, setReason] = useState('')
  const cancel = useMutation({
    mutationFn: async () => {
      const body = reason.trim() ? { reason: reason.trim() } : {}
      return (await api.call('cancelMyOrder', { params: { orderId: order.id }, body })).data
    },
    onSuccess: (cancelled) => {
      onClose()
      put(cancelled)
    },
  })

  function close() {
    cancel.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Cancel this order?"
      description={`The pieces of order ${order.orderNumber} go to others. ${moneyLine(order)}`}
      actions={
        <>
          <Button kind="secondary" onClick={close}>
            Keep it
          </Button>
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel order
          </Button>
        </>
      }
    >
      <div className={styles.reason}>
        <TextAreaField
          label="Your reason"
          rows={2}
          maxLength={longestReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormFailure error={cancel.error} unexpected="An unexpected error occurred." />
      </div>
    </Dialog>
  )
}

/** The sentence about the money of an order that is cancelled. */
function moneyLine({ paymentStatus }: Pick<Order, 'paymentStatus'>): string {
  if (paymentStatus === 'PAID') return 'Your payment will be refunded.'
  if (paymentStatus === 'PARTIALLY_REFUNDED') return 'The rest of your payment will be refunded.'
  return 'Nothing is charged.'
}
