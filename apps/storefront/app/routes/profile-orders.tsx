import { OrdersPage } from '../features/orders/orders-page.tsx'

/** /profile/orders */
export function Component() {
  return (
    <>
      <title>My Orders · Solvane</title>
      <meta name="robots" content="noindex" />
      <OrdersPage />
    </>
  )
}
