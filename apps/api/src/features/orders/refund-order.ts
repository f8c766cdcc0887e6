import type { Order } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import { requestRefund } from '../payments/request-refund.ts'
import { applyPayment } from './apply-payment.ts'
import type { ChangeContext } from './change-order.ts'
import { getOrder } from './get-order.ts'

type Context = ChangeContext & Pick<AppContext, 'log' | 'payments'>

/**
 * Pays back all or part of what was paid for an order; the same key is the same refund. The order stays
 * in its state. Raises `ORDER_NOT_FOUND`, `REFUND_TOO_LARGE`, `REFUND_KEY_REUSED`.
 */
export async function refundOrder(
  ctx: Context,
  adminId: string,
  {
    orderId,
    amount,
    reason,
    key,
  }: { orderId: string /** In dollars. */; amount: number; reason: string; key: string },
): Promise<Order> {
  // Before anything is written: the order must exist.
  await getOrder(ctx, orderId)
  const { paymentId } = await ctx.db.kysely.transaction().execute((tx) =>
    requestRefund(ctx, tx, {
      orderId,
      amountCents: Math.round(amount * 100),
      reason,
      key,
      by: adminId,
    }),
  )
  await applyPayment(ctx, paymentId)
  return getOrder(ctx, orderId)
}
