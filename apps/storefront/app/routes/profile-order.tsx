import type { ReturnCard } from '@solvane/contract/returns'
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
  const options = useReturnOptions(order.id, mayHaveReturns(order)).data
  const isWithdrawn =
    order.status === 'PROCESSING' && Boolean(options?.returns.some(isOpenWithdrawal))
  return (
    <OrderDetail
      order={order}
      methodName={order.paymentMethod && methodName(order.paymentMethod)}
      returns={
        mayHaveReturns(order)
          ? options && <OrderReturns orderId={order.id} options={options} />
          : order.status === 'CANCELLED' &&
            order.exchangeOf && <CancelledExchange returnId={order.exchangeOf} />
      }
      isWithdrawn={isWithdrawn}
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

/** Whether something of an order was sent that could come back, or has, or the shopper may have withdrawn from it. */
function mayHaveReturns({ status, parcels }: Order): boolean {
  return (
    ['PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED'].includes(status) ||
    (status === 'CANCELLED' && parcels.length > 0)
  )
}

/** The link to the refund that replaces a cancelled exchange. */
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

function isOpenWithdrawal({ isWithdrawal, status }: ReturnCard): boolean {
  return isWithdrawal && !['DECLINED', 'CANCELLED', 'SENT_BACK'].includes(status)
}

/** The returns of an order, and the link to request another one; empty without any. */
function OrderReturns({
  orderId,
  options,
}: {
  orderId: string
  options: NonNullable<ReturnType<typeof useReturnOptions>['data']>
}) {
  if (!options.canAsk && options.returns.length === 0) return null
  return (
    <OrderSection title="Returns">
      {options.returns.length > 0 && (
        <ul className={styles.returns}>
          {options.returns.map((card) => (
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
      {options.canAsk && (
        <>
          <p>
            You can return pieces of this order
            {options.askUntil && ` until ${formatDay(options.askUntil)}`}.
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
