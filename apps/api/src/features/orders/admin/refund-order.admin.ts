import type { Order } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import { requestRefund } from '../../payments/request-refund.ts'
import { getOrder } from '../get-order.ts'

type Context = Pick<AppContext, 'clock' | 'db' | 'jobs' | 'payments'>

/** What staff pay back. */
interface RefundRequest {
  orderId: string
  /** In dollars. */
  amount: number
  reason: string
  key: string
  /** Of which attempt; the one that pays the order unless told. */
  paymentId?: string | undefined
  /** Staff have paid it back themselves. */
  byHand: boolean
}

/**
 * Asks for all or part of what was paid for an order back; the same key is the same refund. The order
 * stays in its state, and tells of the money when it has gone. Raises `ORDER_NOT_FOUND`,
 * `PAYMENT_NOT_FOUND`, `REFUND_TOO_LARGE`, `REFUND_KEY_REUSED`.
 */
export async function refundOrder(
  ctx: Context,
  adminId: string,
  { amount, ...wanted }: RefundRequest,
): Promise<Order> {
  // An order that does not exist has not been paid either, which would be the answer.
  await getOrder(ctx, wanted.orderId)
  await ctx.db.kysely
    .transaction()
    .execute((tx) =>
      requestRefund(ctx, tx, { ...wanted, amountCents: Math.round(amount * 100), by: adminId }),
    )
  return getOrder(ctx, wanted.orderId)
}
