import { buttonClass, textLinkClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { useParams } from 'react-router'
import { OrderSection } from '../components/order-page.tsx'
import { changeDraft, useOrderDraft } from '../features/checkout/order-draft.ts'
import { OrderDetail } from '../features/orders/order-detail.tsx'
import { OrderGate } from '../features/orders/order-gate.tsx'
import { PaymentState, PayPanel } from '../features/payments/pay-panel.tsx'
import { methodName } from '../features/payments/payment-texts.ts'
import { usePayment } from '../features/payments/use-payment.ts'
import styles from '../features/returns/returns.module.css'
import { returnStatusName, useReturnOptions } from '../features/returns/returns.ts'
import type { Order } from '../lib/api/order-query.ts'
import { Link } from '../lib/link.tsx'

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
      returns={
        mayHaveReturns(order) ? (
          <OrderReturns orderId={order.id} />
        ) : (
          order.status === 'CANCELLED' &&
          order.exchangeOf && <CancelledExchange returnId={order.exchangeOf} />
        )
      }
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

/** Whether something of an order was sent that could come back, or has. */
function mayHaveReturns({ status, parcels }: Order): boolean {
  return (
    status === 'SHIPPED' ||
    status === 'DELIVERED' ||
    status === 'COMPLETED' ||
    (status === 'CANCELLED' && parcels.length > 0)
  )
}

/** Where to see what is paid back instead of an exchange. */
function CancelledExchange({ returnId }: { returnId: string }) {
  return (
    <OrderSection title="Returns">
      <p>
        This order was the exchange of a return. What is paid back instead is on{' '}
        <Link className={textLinkClass} to={`/profile/returns/${returnId}`}>
          the page of your return
        </Link>
        .
      </p>
    </OrderSection>
  )
}

/** The returns of an order, and the way to ask for another one; nothing where there are none. */
function OrderReturns({ orderId }: { orderId: string }) {
  const { data } = useReturnOptions(orderId)
  if (!data || (!data.canAsk && data.returns.length === 0)) return null
  return (
    <OrderSection title="Returns">
      {data.returns.length > 0 && (
        <ul className={styles.returns}>
          {data.returns.map((card) => (
            <li key={card.id} className={styles.card}>
              <Link className={textLinkClass} to={`/profile/returns/${card.id}`}>
                {card.returnNumber}
              </Link>
              <span>{formatDay(card.createdAt)}</span>
              <span>{returnStatusName(card)}</span>
            </li>
          ))}
        </ul>
      )}
      {data.canAsk && (
        <>
          <p>
            {data.askUntil
              ? `You can return pieces of this order until ${formatDay(data.askUntil)}.`
              : 'You can return pieces of this order.'}
          </p>
          <p>
            <Link className={buttonClass('secondary')} to={`/profile/orders/${orderId}/return`}>
              Return
            </Link>
          </p>
        </>
      )}
    </OrderSection>
  )
}
