import { type OrderStatus, toOrderNumber } from '@solvane/contract/orders'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { PaymentInitiation, PaymentStatus } from '@solvane/contract/payments'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import type { Limit } from '../../../platform/rate-limit/rate-limits.ts'
import { shownDocument } from '../../content/documents.ts'
import {
  checkPayment,
  closeOpenAttempts,
  endCashOnDelivery,
  type QueryResult,
} from '../../payments/open-attempts.ts'
import {
  cashOnDeliveryOf,
  findPaymentForUser,
  hasMoneyUnderWay,
  type PaymentFacts,
  paymentsOfOrder,
} from '../../payments/payments.ts'
import { addCashOnDelivery, startPayment } from '../../payments/start-payment.ts'
import { isPayable } from '../order-shape.ts'
import { extendHold } from '../order-updates.queries.ts'
import { findOrderOf, linesOfOrders, type OrderRow } from '../orders.queries.ts'
import {
  checkMethod,
  checkReservationLimits,
  limitNetwork,
  trustOf,
} from '../placing/order-limits.ts'
import type { Orderer } from '../placing/place-order.ts'
import { type ChangeContext, changeOrder } from '../states/change-order.ts'
import { acceptedForCash, syncOrderWithPayments } from './apply-payment.ts'

type Context = ChangeContext & Pick<AppContext, 'limits' | 'payments'>

/** Each start sends requests to the provider, except for cash, which an order is accepted for once. */
const startsOfPayment: Limit = { name: 'payment-start', times: 20, seconds: 60 }

const minute = 60_000

/** How much longer than the provider's payment window the reservation lasts, in milliseconds. */
const holdMargin = 5 * minute

/** The longest uninterrupted reservation, however many payment attempts are started, in milliseconds. */
const longestHold = 3 * 60 * minute

/**
 * Starts to pay a shopper's order, or resumes the open attempt; the provider returns the shopper to
 * `shopAddress`. An UNPAID order is reserved again first. Throws `ORDER_NOT_FOUND`,
 * `ORDER_NOT_PAYABLE`, `ITEM_UNAVAILABLE` and `COUPON_REFUSED` if it cannot be reserved again,
 * `PAYMENT_IN_PROGRESS`, `PAYMENT_METHOD_UNAVAILABLE`, `PAYMENT_FAILED`, `TOO_MANY_REQUESTS`, and
 * the errors of `checkMethod`, `checkReservationLimits` and `limitNetwork`.
 */
export async function payOrder(
  ctx: Context,
  { userId, address }: Orderer,
  { orderId, method, shopAddress }: { orderId: string; method: PaymentMethod; shopAddress: string },
): Promise<PaymentInitiation> {
  const db = ctx.db.kysely
  const order = await findOrderOf(ctx.db, userId, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const { closedPaymentMethods } = await shownDocument(ctx, 'availability')
  if (!ctx.payments.providers.has(method) || closedPaymentMethods.includes(method))
    throw new ShopError('PAYMENT_METHOD_UNAVAILABLE')
  const isCash = method === 'COD' && order.total_cents > 0
  if (!isCash) await ctx.limits.count(startsOfPayment, userId)
  if (order.status === 'UNPAID') {
    const [units, trust] = await Promise.all([unitsOf(db, order), trustOf(db, userId)])
    await limitNetwork(ctx, { trust, address, units }, () =>
      reserveForPayment(ctx, userId, { orderId, method, units }),
    )
  } else if (!isCash) await reserveForPayment(ctx, userId, { orderId, method })
  if (isCash) {
    const paymentId = await acceptCash(ctx, orderId)
    return { orderId, paymentId, approvalUrl: null, providerOrderId: paymentId }
  }
  const begun = await startPayment(ctx, {
    orderId,
    orderNumber: toOrderNumber(order.number),
    userId,
    email: order.email ?? '',
    amountCents: order.total_cents,
    method,
    description: `Solvane order ${toOrderNumber(order.number)}`,
    returnUrl: `${shopAddress}/order/payment-return?order=${orderId}`,
  })
  if (begun.expiresAt) await holdUntil(db, orderId, begun.expiresAt)
  // A total of zero continues at once.
  if (!begun.approvalUrl) await syncOrderWithPayments(ctx, orderId)
  return {
    orderId,
    paymentId: begun.paymentId,
    approvalUrl: begun.approvalUrl,
    providerOrderId: begun.providerRef,
  }
}

/** Reserves the items while the provider is called; null if they are reserved already. */
async function reserveForPayment(
  ctx: Context,
  userId: string,
  { orderId, method, units }: { orderId: string; method: PaymentMethod; units?: number },
): Promise<true | null> {
  const isReserved = await changeOrder(ctx, orderId, async (tx, order) => {
    if (method === 'COD' && (await acceptedCashOf(tx, order))) return null
    if (!isPayable(order)) throw new ShopError('ORDER_NOT_PAYABLE')
    if (await hasMoneyUnderWay(tx, orderId)) throw new ShopError('PAYMENT_IN_PROGRESS')
    await checkMethod(ctx, tx, { order, method })
    if (method !== 'COD') await endCashOnDelivery(ctx, tx, orderId)
    if (order.status === 'UNPAID') {
      // The reservation may have expired since the order was read.
      const again = { units: units ?? (await unitsOf(tx, order)) }
      if (order.supplement_of === null) await checkReservationLimits(ctx, tx, userId, again)
      return { to: 'PENDING', actor: 'SHOPPER', actorId: userId, reason: 'To be paid after all' }
    }
    await holdUntil(tx, orderId, ctx.clock.now())
    return null
  })
  return isReserved || null
}

/**
 * Accepts an order for cash on delivery in one transaction, and returns the attempt's id; a repeated
 * or concurrent request gets the same. Other open attempts are closed first; one whose provider is
 * unavailable stays open: its money would be refunded.
 */
async function acceptCash(ctx: Context, orderId: string): Promise<string> {
  for (let closed: QueryResult | undefined; ; closed = await closeOpenAttempts(ctx, orderId)) {
    let paymentId: string | null = null
    await changeOrder(ctx, orderId, async (tx, order) => {
      paymentId = await acceptedCashOf(tx, order)
      if (paymentId !== null) return null
      if (order.status !== 'PENDING') throw new ShopError('ORDER_NOT_PAYABLE')
      const [ofOrders] = await Promise.all([
        paymentsOfOrder(tx, [orderId]),
        checkMethod(ctx, tx, { order, method: 'COD' }),
      ])
      const wanted = { orderId, amountCents: order.total_cents, attempts: ofOrders.get(orderId) }
      paymentId = await addCashOnDelivery(ctx, tx, wanted, { isBesides: closed === 'unreachable' })
      return paymentId === null ? null : { ...acceptedForCash, actorId: order.user_id }
    })
    if (paymentId !== null) return paymentId
  }
}

/** The attempt with which the order was accepted for cash on delivery; null unless it was. */
async function acceptedCashOf(tx: Queryable, { id, status }: OrderRow): Promise<string | null> {
  if (status !== 'PROCESSING') return null
  const attempts = (await paymentsOfOrder(tx, [id])).get(id) ?? []
  return cashOnDeliveryOf(attempts)?.paymentId ?? null
}

/** The units that an order reserves; a supplementary order reserves none. */
async function unitsOf(db: Queryable, { id, supplement_of }: OrderRow): Promise<number> {
  if (supplement_of) return 0
  const lines = (await linesOfOrders(db, [id])).get(id) ?? []
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Extends the reservation to a little after `end`. */
async function holdUntil(db: Queryable, orderId: string, end: Date): Promise<void> {
  await extendHold(db, orderId, new Date(end.getTime() + holdMargin), longestHold)
}

/** The status of an attempt, and its order. */
interface PaymentState {
  orderId: string
  paymentId: string
  paymentMethod: PaymentMethod
  status: PaymentStatus
  orderStatus: OrderStatus
}

/** Querying a provider more often gains nothing. */
const checksOfPayment: Limit = { name: 'payment-check', times: 20, seconds: 60 }

/**
 * The status of a shopper's attempt. With `check` its provider is queried first, unless that was
 * done too often recently. Throws `PAYMENT_NOT_FOUND`.
 */
export async function getPaymentStatus(
  ctx: Context,
  userId: string,
  { providerRef, check }: { providerRef: string; check: boolean },
): Promise<PaymentState> {
  const payment = await findAttempt(ctx, userId, providerRef)
  if (!check || !(await mayCheck(ctx, userId))) return describeAttempt(ctx, userId, payment)
  await checkPayment(ctx, payment.paymentId)
  await syncOrderWithPayments(ctx, payment.orderId)
  return describeAttempt(ctx, userId, await findAttempt(ctx, userId, providerRef))
}

async function findAttempt(
  { db }: Context,
  userId: string,
  providerRef: string,
): Promise<PaymentFacts> {
  const payment = await findPaymentForUser(db, userId, { providerRef })
  if (!payment) throw new ShopError('PAYMENT_NOT_FOUND')
  return payment
}

async function mayCheck({ limits }: Context, userId: string): Promise<boolean> {
  return limits.count(checksOfPayment, userId).then(
    () => true,
    (rejection) => {
      if (rejection instanceof ShopError) return false
      throw rejection
    },
  )
}

async function describeAttempt(
  { db }: Context,
  userId: string,
  { orderId, paymentId, method, status }: PaymentFacts,
): Promise<PaymentState> {
  const order = await findOrderOf(db, userId, orderId)
  // A manual payment has no page that waits for it.
  if (!order || method === 'MANUAL') throw new ShopError('PAYMENT_NOT_FOUND')
  return { orderId, paymentId, paymentMethod: method, status, orderStatus: order.status }
}
