import { useParams } from 'react-router'
import { InvoicePage } from '../features/orders/invoice.tsx'
import { OrderGate } from '../features/orders/order-gate.tsx'
import { methodName } from '../features/payments/payment-texts.ts'
import { PageMargins } from './layout.tsx'

/** /profile/orders/{id}/invoice */
export function Component() {
  const { orderId = '' } = useParams()
  return (
    <>
      <title>Invoice · Solvane</title>
      <meta name="robots" content="noindex" />
      <PageMargins>
        <OrderGate key={orderId} orderId={orderId}>
          {(order) => (
            <InvoicePage
              order={order}
              methodName={order.paymentMethod && methodName(order.paymentMethod)}
            />
          )}
        </OrderGate>
      </PageMargins>
    </>
  )
}
