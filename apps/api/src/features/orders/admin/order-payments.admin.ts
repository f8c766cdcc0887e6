import type { Order } from '@solvane/contract/orders'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { closeOpenAttempts, endCashOnDelivery } from '../../payments/open-attempts.ts'
import { resolveReview } from '../../payments/payment-reviews.admin.ts'
import { recordCashCollected, recordManualPayment } from '../../payments/record-payment.admin.ts'
import { requestRefund } from '../../payments/request-refund.ts'
import { findOrder, lockOrder } from '../orders.queries.ts'
import { tellOrderChanged } from '../publish-changes.ts'
import { getOrder } from '../read-orders.ts'
import { type ChangeContext, changeOrder, checkMove } from '../states/change-order.ts'
import { getStaffOrder } from './get-order.admin.ts'
import { isAtTheDoor } from './order-actions.admin.ts'

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

/**
 * Notes that the cash of an order paid on delivery was taken (decision O8). Raises `ORDER_NOT_FOUND`,
 * `ORDER_STATE` when no cash is awaited.
 */
export async function collectCash(ctx: Context, orderId: string): Promise<Order> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    if (!isAtTheDoor(order)) throw new ShopError('ORDER_STATE')
    await recordCashCollected(ctx, tx, orderId)
  })
  await tellOrderChanged(ctx, orderId)
  return getOrder(ctx, orderId)
}

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
