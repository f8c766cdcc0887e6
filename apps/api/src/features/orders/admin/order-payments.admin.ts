import type { Order } from '@solvane/contract/orders'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { endCashOnDelivery, endPayments } from '../../payments/open-attempts.ts'
import { resolveReview } from '../../payments/payment-reviews.ts'
import { recordCashCollected, recordManualPayment } from '../../payments/record-payment.admin.ts'
import { requestRefund } from '../../payments/request-refund.ts'
import { findOrder, lockOrder } from '../orders.queries.ts'
import { parcelsOfOrders } from '../parcels.queries.ts'
import { publishOrderChanged } from '../publish-changes.ts'
import { getOrder } from '../read-orders.ts'
import { type ChangeContext, changeOrder, checkMove, checkVersion } from '../states/change-order.ts'
import { isAtTheDoor } from '../states/order-transitions.ts'
import { getStaffOrder } from './get-order.admin.ts'

type Context = ChangeContext & Pick<AppContext, 'payments'>

/**
 * Records that an order was paid outside the shop. An expired order is reserved again first.
 * Throws `ORDER_NOT_FOUND`, `ORDER_STATE`, `STALE_EDIT`, `ITEM_UNAVAILABLE` when its items are out of stock, and
 * `PAYMENT_IN_PROGRESS` while another payment is being confirmed; nothing is recorded then.
 */
export async function markOrderPaid(
  ctx: Context,
  adminId: string,
  {
    orderId,
    reference,
    version,
  }: { orderId: string; reference: string; version?: number | undefined },
): Promise<Order> {
  const order = await findOrder(ctx.db.kysely, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  checkMove(order.status, 'PROCESSING')
  checkVersion(order, version)
  // The shopper must not pay twice.
  await endPayments(ctx, [orderId], () =>
    changeOrder(ctx, orderId, async (tx, locked) => {
      checkMove(locked.status, 'PROCESSING')
      checkVersion(locked, version)
      await endCashOnDelivery(ctx, tx, orderId)
      await recordManualPayment(ctx, tx, { orderId, amountCents: locked.total_cents, reference })
      return {
        to: 'PROCESSING',
        actor: 'STAFF',
        actorId: adminId,
        reason: `Paid: ${reference}`,
        news: { kind: 'paid' },
        isInvoiced: true,
      }
    }),
  )
  return getOrder(ctx, orderId)
}

/**
 * Records the cash payment of an order paid on delivery. Throws `ORDER_NOT_FOUND`,
 * `ORDER_STATE` when no cash is awaited.
 */
export async function collectCash(ctx: Context, orderId: string): Promise<Order> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const hasParcels = (await parcelsOfOrders(tx, [orderId])).has(orderId)
    if (!isAtTheDoor(order, { hasParcels })) throw new ShopError('ORDER_STATE')
    await recordCashCollected(ctx, tx, orderId)
  })
  publishOrderChanged(ctx, orderId)
  return getOrder(ctx, orderId)
}

/** A refund that staff request. */
interface RefundRequest {
  orderId: string
  /** In dollars. */
  amount: number
  reason: string
  key: string
  /** The payment attempt to refund; the one that pays the order by default. */
  paymentId?: string | undefined
  /** Staff refunded it outside the shop. */
  byHand: boolean
}

/**
 * Requests a full or partial refund; a key makes one refund, however often it is sent. The order keeps
 * its status and shows the refund once the provider has made it. Throws `ORDER_NOT_FOUND`,
 * `PAYMENT_NOT_FOUND`, `REFUND_TOO_LARGE`, `REFUND_KEY_REUSED`.
 */
export async function refundOrder(
  ctx: Context,
  adminId: string,
  { amount, ...wanted }: RefundRequest,
): Promise<Order> {
  // A missing order must answer ORDER_NOT_FOUND, not PAYMENT_NOT_FOUND.
  await getOrder(ctx, wanted.orderId)
  await ctx.db.kysely
    .transaction()
    .execute((tx) =>
      requestRefund(ctx, tx, { ...wanted, amountCents: Math.round(amount * 100), by: adminId }),
    )
  return getOrder(ctx, wanted.orderId)
}

/**
 * Resolves the review of a payment attempt. Throws `ORDER_NOT_FOUND`, `PAYMENT_NOT_FOUND`,
 * `ORDER_STATE` when it is not in review, `REVIEW_UNSETTLED` while its money is neither captured nor refunded.
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
