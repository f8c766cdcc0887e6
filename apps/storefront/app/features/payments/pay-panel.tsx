import { isApiFailure } from '@solvane/client/api'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import { Button, buttonClass } from '@solvane/ui/button'
import { LoadingMask } from '@solvane/ui/loading-mask'
import { formatMoney } from '@solvane/ui/price'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useEffectEvent } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { Countdown } from './countdown.tsx'
import styles from './pay-panel.module.css'
import { PaymentMethods, usePaymentMethods } from './payment-methods.tsx'
import { reviewText } from './payment-return-state.ts'
import { methodChoice, paymentMessages, usdtConfirming } from './payment-texts.ts'
import type { OrderPayment, PayableOrder } from './use-payment.ts'

const load = () => import('./payment-waiting-dialog.tsx')

/** Preloads the dialog. */
const loadWaitingDialog = () => void load().catch(() => {})

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
            : order.paymentMethod === 'USDT'
              ? usdtConfirming
              : 'It can take a few minutes. Your pieces stay reserved, and this page tells you when it is done.'}
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

interface PayPanelProps {
  order: PayableOrder
  payment: OrderPayment
  chosen: PaymentMethod
  onChoose: (method: PaymentMethod) => void
  /** After the reservation of the items has expired. */
  onHoldExpired: () => void
}

/** Pays an order: the methods, the total and the button. */
export function PayPanel({ order, payment, chosen, onChoose, onHoldExpired }: PayPanelProps) {
  const methods = usePaymentMethods()
  const closed = order.closedPaymentMethods
  const method = methods.data ? methodChoice(methods.data.methods, chosen, closed) : null
  return (
    <div className={styles.panel}>
      {payment.isStarting && <LoadingMask message="Starting your payment" />}
      <PaymentMethods
        totalAmount={order.totalAmount}
        closed={closed}
        chosen={chosen}
        onChoose={onChoose}
      />
      {order.paymentStatus === 'FAILED' && !payment.isStarting && !payment.error && (
        <p className={styles.notice}>
          The last payment did not go through, and nothing was charged. Please try again, or choose
          another way to pay.
        </p>
      )}
      <PayFailure error={payment.error} />
      <div className={styles.pay}>
        <p className={styles.total}>
          Total <span>{formatMoney(order.totalAmount)}</span>
        </p>
        <Button
          isBusy={payment.isStarting}
          disabled={!payment.isStarting && method === null}
          onPointerEnter={loadWaitingDialog}
          onFocus={loadWaitingDialog}
          onClick={() => method && payment.pay(method)}
        >
          Pay Now
        </Button>
      </div>
      <p className={styles.note}>
        {order.supplementOf ? (
          'Your pieces are sent once this is paid.'
        ) : order.status === 'UNPAID' ? (
          'The pieces are available again. Pay to order them if they are still in stock.'
        ) : (
          <>
            Reserved for you for{' '}
            {order.holdEndsAt && (
              <Countdown key={order.holdEndsAt} endsAt={order.holdEndsAt} onOver={onHoldExpired} />
            )}
          </>
        )}
      </p>
    </div>
  )
}

function PayFailure({ error }: { error: unknown }) {
  const isGone = isApiFailure(error) && error.code === 'ITEM_UNAVAILABLE'
  return (
    <>
      <FormFailure error={error} unexpected={paymentMessages.initiateFailed} />
      {isGone && (
        <p className={styles.note}>
          Someone else has taken it since your time to pay ran out. Nothing was charged.
        </p>
      )}
    </>
  )
}
