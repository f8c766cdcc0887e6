import { useParams } from 'react-router'
import { changeDraft, useOrderDraft } from '../features/checkout/order-draft.ts'
import { OrderDetail } from '../features/orders/order-detail.tsx'
import { OrderGate } from '../features/orders/order-gate.tsx'
import { PaymentState, PayPanel } from '../features/payments/pay-panel.tsx'
import { methodName } from '../features/payments/payment-texts.ts'
import { usePayment } from '../features/payments/use-payment.ts'
import { OrderReturns } from '../features/returns/order-returns.tsx'
import type { Order } from '../lib/api/order-query.ts'

/** /profile/orders/{id} */
export function Component() {
  const { orderId = '' } = useParams()
  return (
    <>
      <title>Order Detail · Solvane</title>
      <meta name="robots" content="noindex" />
      <OrderGate key={orderId} orderId={orderId}>
        {(order, reload) => <Detail order={order} reload={reload} />}
      </OrderGate>
    </>
  )
}

function Detail({ order, reload }: { order: Order; reload: () => Promise<unknown> }) {
  const { selectedPaymentMethod: chosen } = useOrderDraft()
  const payment = usePayment(order, reload)
  return (
    <OrderDetail
      order={order}
      methodName={order.paymentMethod && methodName(order.paymentMethod)}
      returns={mayHaveReturns(order) && <OrderReturns orderId={order.id} />}
      paymentState={<PaymentState order={order} payment={payment} />}
      payment={
        <PayPanel
          order={order}
          payment={payment}
          chosen={chosen}
          onChoose={(selectedPaymentMethod) =>
            changeDraft((before) => ({ ...before, selectedPaymentMethod }))
          }
          onHoldExpired={reload}
        />
      }
    />
  )
}

/** Whether something of an order was sent that could come back. */
function mayHaveReturns({ status }: Order): boolean {
  return status === 'SHIPPED' || status === 'DELIVERED' || status === 'COMPLETED'
}
