import type { Order } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { closeOpenAttempts, endCashOnDelivery } from '../../payments/open-attempts.ts'
import { recordManualPayment } from '../../payments/record-payment.admin.ts'
import { getOrder } from '../get-order.ts'
import { findOrder } from '../orders.queries.ts'
import { type ChangeContext, changeOrder, checkMove } from '../states/change-order.ts'

type Context = ChangeContext & Pick<AppContext, 'log' | 'payments'>

/**
 * Notes that an order is paid by money that came another way (decision O9); one that had lapsed is held
 * anew. Raises `ORDER_NOT_FOUND`, `ORDER_STATE`, `ITEM_UNAVAILABLE` when its pieces are gone,
 * `PAYMENT_IN_PROGRESS` while other money is on its way: then nothing is noted.
 */
export async function markOrderPaid(
  ctx: Context,
  adminId: string,
  { orderId, reference }: { orderId: string; reference: string },
): Promise<Order> {
  const order = await findOrder(ctx.db.kysely, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  checkMove(order.status, 'PROCESSING')
  // The shopper shall not pay a second time.
  await closeOpenAttempts(ctx, orderId)
  await changeOrder(ctx, orderId, async (tx, { status, total_cents }) => {
    checkMove(status, 'PROCESSING')
    await endCashOnDelivery(ctx, tx, orderId)
    await recordManualPayment(ctx, tx, { orderId, amountCents: total_cents, reference })
    return {
      to: 'PROCESSING',
      actor: 'STAFF',
      actorId: adminId,
      reason: `Paid: ${reference}`,
      news: { kind: 'paid' },
    }
  })
  return getOrder(ctx, orderId)
}
