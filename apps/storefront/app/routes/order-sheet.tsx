import { useParams } from 'react-router'
import { OrderGate } from '../features/orders/order-gate.tsx'
import { OrderSheetPage } from '../features/orders/order-sheet.tsx'
import { methodName } from '../features/payments/payment-texts.ts'
import { PageMargins } from './layout.tsx'

/** /profile/orders/{id}/invoice: the sheet was called so once, and links to it stay good. */
export function Component() {
  const { orderId = '' } = useParams()
  return (
    <>
      <title>Order · Solvane</title>
      <meta name="robots" content="noindex" />
      <PageMargins>
        <OrderGate key={orderId} orderId={orderId}>
          {(order) => (
            <OrderSheetPage
              order={order}
              methodName={order.paymentMethod && methodName(order.paymentMethod)}
            />
          )}
        </OrderGate>
      </PageMargins>
    </>
  )
}
