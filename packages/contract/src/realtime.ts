import type { OrderStatus } from './orders.ts'
import type { PaymentStatus } from './payments.ts'

/** Where the socket is (spec section 7). Without schemas, for the browser. */
export const socketPath = '/api/socket.io'

/** What the server tells a signed-in shopper's pages. */
export interface ServerEvents {
  /** One of the shopper's orders, or its payment, is in another state now. */
  'order:changed': (change: {
    orderId: string
    status: OrderStatus
    paymentStatus: PaymentStatus | null
  }) => void
}
