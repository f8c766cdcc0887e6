import { Button, buttonClass } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useEffectEvent } from 'react'
import { isApiFailure } from '../../lib/api.ts'
import { FormFailure } from '../../lib/form-failure.tsx'
import { HoldClock } from './hold-clock.tsx'
import styles from './pay-panel.module.css'
import { methodChoice, type PaymentMethod, paymentMessages } from './payment-words.ts'
import type { OrderPayment, PayableOrder } from './use-payment.ts'
import { usePaymentMethods } from './use-payment-methods.ts'

const loadDialog = () => import('./payment-waiting-dialog.tsx')

interface PayPanelProps {
  order: PayableOrder
  payment: OrderPayment
  chosen: PaymentMethod
  /** Brings the order up to date. */
  onHoldOver: () => void
}

/** What stands between an order and its payment: the button, or that the money is on its way. */
export function PayPanel({ order, payment, chosen, onHoldOver }: PayPanelProps) {
  const methods = usePaymentMethods()
  const dialog = useOnDemand(loadDialog)
  const method = methods.data ? methodChoice(methods.data.methods, chosen) : null
  const isWaiting = payment.waiting !== null
  const loadFully = useEffectEvent(() => void dialog.demand())
  useEffect(() => {
    if (isWaiting) loadFully()
  }, [isWaiting])

  return (
    <div className={styles.panel}>
      {order.paymentStatus === 'PROCESSING' && !order.canPay && <Confirming order={order} />}
      {order.canPay && (
        <>
          {order.paymentStatus === 'FAILED' && !payment.isStarting && !payment.error && (
            <p className={styles.notice}>
              The last payment did not go through, and nothing was charged. Please try again, or
              choose another way to pay.
            </p>
          )}
          <PayFailure error={payment.error} />
          <Button
            isWide
            isBusy={payment.isStarting}
            disabled={!payment.isStarting && method === null}
            onPointerEnter={dialog.prepare}
            onFocus={dialog.prepare}
            onClick={() => method && payment.pay(method)}
          >
            Pay Now
          </Button>
          {order.status === 'UNPAID' ? (
            <p className={styles.note}>
              The time to pay is over and the pieces are free for others. Pay now, and they are
              yours if they are still here.
            </p>
          ) : (
            order.holdEndsAt && (
              <p className={styles.note}>
                Held for you for another{' '}
                <HoldClock key={order.holdEndsAt} endsAt={order.holdEndsAt} onOver={onHoldOver} />
              </p>
            )
          )}
        </>
      )}
      {dialog.part && <dialog.part.PaymentWaitingDialog payment={payment} />}
    </div>
  )
}

function Confirming({ order }: { order: PayableOrder }) {
  const isShort = order.paymentMethod === 'USDT' && order.paymentUrl !== null
  return (
    <>
      <p className={styles.state}>Your payment is being confirmed.</p>
      <p className={styles.note}>
        It can take a few minutes. Your pieces stay held for you, and this page tells you as soon as
        it is done.
      </p>
      {isShort && (
        <a className={buttonClass('secondary', true)} href={order.paymentUrl ?? undefined}>
          See what has arrived
        </a>
      )}
    </>
  )
}

function PayFailure({ error }: { error: unknown }) {
  const isGone = isApiFailure(error) && error.code === 'ITEM_UNAVAILABLE'
  return (
    <>
      <FormFailure
        error={error}
        refused={paymentMessages.initiateFailed}
        unexpected={paymentMessages.initiateFailed}
      />
      {isGone && (
        <p className={styles.note}>
          Someone else has taken it since your time to pay ran out. Nothing was charged.
        </p>
      )}
    </>
  )
}
