import { buttonClass } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useEffectEvent } from 'react'
import { reviewText } from './payment-return-state.ts'
import type { OrderPayment, PayableOrder } from './use-payment.ts'

const load = () => import('./payment-waiting-dialog.tsx')

/** Preloads the dialog. */
export const loadWaitingDialog = () => void load().catch(() => {})

interface PaymentStateProps {
  order: PayableOrder
  payment: OrderPayment
}

/** The progress of an order's payment: awaited in a dialog, then confirmed. */
export function PaymentState({ order, payment }: PaymentStateProps) {
  const dialog = useOnDemand(load)
  const isWaiting = payment.waiting !== null
  const show = useEffectEvent(() => void dialog.demand())
  useEffect(() => {
    if (isWaiting) show()
  }, [isWaiting])
  const isConfirming = order.paymentStatus === 'PROCESSING' && !order.canPay
  return (
    <>
      {isConfirming && (
        <p>
          {order.isPaymentInReview
            ? reviewText
            : 'It can take a few minutes. Your pieces stay held for you, and this page tells you as soon as it is done.'}
        </p>
      )}
      {isConfirming && order.paymentMethod === 'USDT' && order.paymentUrl && (
        <p>
          <a className={buttonClass('link')} href={order.paymentUrl}>
            See what has arrived, and what is missing
          </a>
        </p>
      )}
      {dialog.part && <dialog.part.PaymentWaitingDialog payment={payment} />}
    </>
  )
}
