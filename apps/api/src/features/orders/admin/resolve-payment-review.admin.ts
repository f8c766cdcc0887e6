import type { StaffOrder } from '@solvane/contract/orders.admin'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { resolveReview } from '../../payments/payment-reviews.admin.ts'
import { lockOrder } from '../orders.queries.ts'
import { getStaffOrder } from './get-order.admin.ts'

/**
 * Ends that an attempt to pay an order waits for staff. Raises `ORDER_NOT_FOUND`, `PAYMENT_NOT_FOUND`,
 * `ORDER_STATE` when it does not wait, `REVIEW_UNSETTLED` while its money is neither taken nor paid back.
 */
export async function resolvePaymentReview(
  ctx: Pick<AppContext, 'clock' | 'db' | 'payments'>,
  adminId: string,
  { orderId, paymentId, reason }: { orderId: string; paymentId: string; reason: string },
): Promise<StaffOrder> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const isOver = order.status === 'CANCELLED'
    await resolveReview(ctx, tx, { orderId, isOver, paymentId, reason, by: adminId })
  })
  return getStaffOrder(ctx, orderId)
}
