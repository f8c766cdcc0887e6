import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { endCashOnDelivery } from '../../payments/open-attempts.ts'
import {
  cashOnDeliveryOf,
  type PaymentFacts,
  paymentFacts,
  paymentsOfOrder,
  paysOrder,
  refundsOfOrder,
} from '../../payments/payments.ts'
import { refundRemainder } from '../../payments/request-refund.ts'
import { creditOrder, invoiceOrder } from '../invoice-order.ts'
import { refundsIn } from '../notices/email-rows.ts'
import { queueOrderEmail } from '../notices/order-emails.ts'
import { linesOfOrders, type OrderRow } from '../orders.queries.ts'
import { publishOrderChanged } from '../publish-changes.ts'
import { cancelAndRefund } from '../states/cancel-order.ts'
import { type ChangeContext, changeOrder, type Decision } from '../states/change-order.ts'
import { mayMove } from '../states/order-transitions.ts'

type Context = ChangeContext & Pick<AppContext, 'payments'>

/** The transition of an order that is to be paid in cash on delivery. */
export const acceptedForCash = {
  to: 'PROCESSING',
  actor: 'SHOPPER',
  reason: 'Cash on delivery',
  news: { kind: 'accepted' },
} as const

/** Updates an order after a change of its payment, and notifies the shopper's pages of both. */
export async function applyPayment(ctx: Context, paymentId: string): Promise<void> {
  const payment = await paymentFacts(ctx.db.kysely, paymentId)
  if (!payment) return
  const isMoved = await syncOrderWithPayments(ctx, payment.orderId)
  if (!isMoved) publishOrderChanged(ctx, payment.orderId)
}

/**
 * Moves an order as its payments require, and returns whether it moved; a repetition changes
 * nothing. A paid order proceeds. An expired one is reserved again first; if its items are out of
 * stock, it is cancelled and refunded. Money for an order that was cancelled is refunded, too.
 */
export async function syncOrderWithPayments(ctx: Context, orderId: string): Promise<boolean> {
  try {
    return await changeOrder(ctx, orderId, (tx, order) => moveByPayments(ctx, tx, order))
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'ITEM_UNAVAILABLE') throw error
    return changeOrder(ctx, orderId, (tx, order) => cancelUnavailable(ctx, tx, order))
  }
}

async function moveByPayments(
  ctx: Context,
  tx: Queryable,
  order: OrderRow,
): Promise<Decision | null> {
  const attempts = (await paymentsOfOrder(tx, [order.id])).get(order.id) ?? []
  const isPaid = attempts.some(({ status }) => paysOrder(status))
  // The courier must not collect cash that was paid another way; after dispatch it may have been
  // collected already.
  if (isPaid && mayMove(order.status, 'CANCELLED')) await endCashOnDelivery(ctx, tx, order.id)
  if (order.status === 'CANCELLED') {
    // Cash on delivery may have been chosen while it was being cancelled.
    await endCashOnDelivery(ctx, tx, order.id)
    await refundLateMoney(ctx, tx, order.id, attempts)
  }
  // Cash on delivery that was paid another way, for example.
  if (isPaid && order.status === 'PROCESSING') await invoiceOrder(ctx, tx, order)
  else await creditOrder(ctx, tx, order)
  await emailRefunds(ctx, tx, order, attempts)
  if (isPaid && (order.status === 'PENDING' || order.status === 'UNPAID'))
    return {
      to: 'PROCESSING',
      actor: 'PROVIDER',
      reason: 'Paid',
      news: { kind: 'paid' },
      isInvoiced: true,
    }
  if (cashOnDeliveryOf(attempts) && order.status === 'PENDING')
    return { ...acceptedForCash, actorId: order.user_id }
  return null
}

/** Refunds money that arrives for an order after it was cancelled, in however many parts it comes. */
async function refundLateMoney(
  ctx: Context,
  tx: Queryable,
  orderId: string,
  attempts: readonly PaymentFacts[],
): Promise<void> {
  const refunds = await refundsOfOrder(tx, orderId)
  for (const { paymentId, capturedCents } of attempts) {
    // Left to staff: repeated automatically, it would fail forever.
    const hasFailed = refunds.some(
      (refund) => refund.paymentId === paymentId && refund.status === 'FAILED',
    )
    if (capturedCents > 0 && !hasFailed)
      await refundRemainder(ctx, tx, paymentId, 'The order was cancelled')
  }
}

/** Handles money for items that are out of stock, unless they were reserved again meanwhile. */
async function cancelUnavailable(
  ctx: Context,
  tx: Queryable,
  order: OrderRow,
): Promise<Decision | null> {
  if (order.status !== 'UNPAID') return moveByPayments(ctx, tx, order)
  return cancelAndRefund(ctx, tx, order.id, {
    actor: 'SYSTEM',
    reason: 'Paid too late: the items are out of stock',
  })
}

/** E-mails the shopper about refunds. */
async function emailRefunds(
  ctx: Context,
  tx: Queryable,
  order: OrderRow,
  attempts: readonly PaymentFacts[],
): Promise<void> {
  const refunds = refundsIn(order, attempts)
  if (refunds.refundedCents === 0) return
  const lines = (await linesOfOrders(tx, [order.id])).get(order.id) ?? []
  await queueOrderEmail(ctx, tx, order, lines, { kind: 'refunded', ...refunds })
}
