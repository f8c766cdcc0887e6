import type { OrderStatus } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../../platform/database/database-errors.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { redeemCouponAgain, releaseCoupon } from '../../coupons/coupons.ts'
import { creditUnpaid } from '../../invoices/issue-invoices.ts'
import { daysUntilComplete, returnPolicyFor } from '../../return-policies/return-policies.ts'
import { offerReturned } from '../../waiting-list/offers.ts'
import { invoiceOrder } from '../invoice-order.ts'
import { type OrderEvent, queueOrderEmail } from '../notices/order-emails.ts'
import {
  type Actor,
  refreshOrderSearch,
  type StateFields,
  type Tracking,
  updateState,
} from '../order-updates.queries.ts'
import { linesOfOrders, lockOrder, type OrderRow } from '../orders.queries.ts'
import { publishOrderChanged, publishStock } from '../publish-changes.ts'
import { cancelReturnsOf } from '../returned-orders.queries.ts'
import { putBack, reserveAgain } from '../stock.queries.ts'
import { type CameBack, effectsOf, type TransitionEffects } from './order-transitions.ts'

/** The part of the application context that changing an order needs. */
export type ChangeContext = Pick<
  AppContext,
  'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'realtime'
>

/** A move of an order, and the event that is e-mailed to the shopper. */
export type Decision = Move & {
  news?: OrderEvent
  /** The order was paid, or something of it is sent: it gets its invoice unless it has one. */
  isInvoiced?: boolean
}

/**
 * Locks an order and moves it as `decide` says, in one transaction, and returns whether it was
 * moved; null does not move it. Queues the e-mail in the same transaction, and notifies the
 * shopper's pages after the commit. Throws `ORDER_NOT_FOUND`, and the errors of `moveOrder` and
 * `decide`: then nothing has changed. With `skipLocked` an order that is locked is skipped.
 */
export async function changeOrder(
  ctx: ChangeContext,
  orderId: string,
  decide: (tx: Queryable, order: OrderRow) => Promise<Decision | null>,
  { skipLocked = false } = {},
): Promise<boolean> {
  const change = async (tx: Queryable) => {
    // Sent together, and carried out in this order: the lines are read once the lock is held.
    const [order, ofOrders] = await Promise.all([
      lockOrder(tx, orderId, { skipLocked }),
      linesOfOrders(tx, [orderId]),
    ])
    if (!order && skipLocked) return null
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const decision = await decide(tx, order)
    if (!decision) return null
    const now = await moveOrder(ctx, tx, order, decision)
    const lines = ofOrders.get(orderId) ?? []
    if (decision.isInvoiced) await invoiceOrder(ctx, tx, now, lines)
    if (decision.cameBack) await creditUnpaid(ctx, tx, orderId)
    if (decision.news) await queueOrderEmail(ctx, tx, now, lines, decision.news)
    return { from: order.status, to: now.status, cameBack: decision.cameBack, lines }
  }
  const moved = await retryAfterDeadlock(() => ctx.db.transaction(change))
  if (!moved) return false
  const { from, to, cameBack, lines } = moved
  if (effectsOf(from, to, { cameBack })?.stock) publishStock(ctx, lines)
  publishOrderChanged(ctx, orderId)
  return true
}

/** Throws unless an order may move to `to`. */
export function checkMove(from: OrderStatus, to: OrderStatus): void {
  if (!effectsOf(from, to)) throw new ShopError('ORDER_STATE')
}

/** Throws `STALE_EDIT` if an order was corrected or changed since staff have seen this version of it. */
export function checkVersion(order: Pick<OrderRow, 'version'>, seen: number | undefined): void {
  if (seen !== undefined && seen !== order.version)
    throw new ShopError('STALE_EDIT', { version: order.version })
}

type Context = Pick<AppContext, 'clock' | 'config'>

const dayMilliseconds = 24 * 60 * 60 * 1_000

/** How many days an expired order can still be paid, if its items are in stock. */
const daysUntilGivenUp = 7

/** The new state, with actor and reason. */
export interface Move {
  to: OrderStatus
  actor: Actor
  actorId?: string | null
  reason: string
  tracking?: Tracking
  /** Ends an order that was sent and whose goods came back. */
  cameBack?: CameBack
}

/**
 * Moves a locked order to another state, with its stock and its coupon, and records that; a cancelled
 * one takes the withdrawal from it along. Returns the changed order. The only code that writes a state. Throws `ORDER_STATE` if the move is not
 * allowed, `ITEM_UNAVAILABLE` and `COUPON_REFUSED` if it cannot be reserved again.
 */
export async function moveOrder(
  ctx: Context,
  tx: Queryable,
  order: OrderRow,
  { to: wanted, actor, actorId = null, reason, tracking, cameBack }: Move,
): Promise<OrderRow> {
  const isSupplement = order.supplement_of !== null
  const to = isSupplement && wanted === 'PROCESSING' ? 'COMPLETED' : wanted
  const effects = effectsOf(order.status, to, { isSupplement, cameBack })
  if (!effects) throw new ShopError('ORDER_STATE')
  const at = ctx.clock.now()
  await moveCoupon(ctx, tx, order, effects)
  await moveStock(tx, order.id, effects, at)
  const change = {
    status: to,
    ...(await fieldsOf(ctx, tx, order, to, at)),
    ...tracking,
    // The days were promised for a payment in time.
    ...(effects.stock === 'reserve' && { arrives_from: null, arrives_until: null }),
  }
  await updateState(tx, order, change, { actor, actorId, reason, at })
  if (to === 'CANCELLED') {
    const by = actor === 'PROVIDER' ? 'SYSTEM' : actor
    await cancelReturnsOf(tx, { orderId: order.id, actor: by, actorId, at })
  }
  if (tracking) await refreshOrderSearch(tx, { orderId: order.id })
  return { ...order, ...change }
}

async function moveCoupon(
  ctx: Context,
  tx: Queryable,
  { id, coupon_id }: OrderRow,
  { coupon }: TransitionEffects,
): Promise<void> {
  if (!coupon || !coupon_id) return
  if (coupon === 'release') return releaseCoupon(ctx, tx, id)
  const isRedeemed = await redeemCouponAgain(ctx, tx, { couponId: coupon_id, orderId: id })
  if (!isRedeemed && coupon === 'redeem') throw new ShopError('COUPON_REFUSED')
}

async function moveStock(
  tx: Queryable,
  orderId: string,
  { stock }: TransitionEffects,
  at: Date,
): Promise<void> {
  if (stock === 'release' || stock === 'restock') {
    const cause = stock === 'release' ? 'RELEASE' : 'RESTOCK'
    await offerReturned(tx, await putBack(tx, { orderId, cause, at }), at)
  }
  if (stock === 'reserve' && !(await reserveAgain(tx, orderId, at)))
    throw new ShopError('ITEM_UNAVAILABLE')
}

/** The columns with the time at which the state ends by itself. */
async function fieldsOf(
  { config }: Context,
  tx: Queryable,
  { shipping_country }: OrderRow,
  to: OrderStatus,
  at: Date,
): Promise<StateFields> {
  const after = (milliseconds: number) => new Date(at.getTime() + milliseconds)
  const afterReturns = async () =>
    after(daysUntilComplete(await returnPolicyFor(tx, shipping_country, at)) * dayMilliseconds)
  return {
    held_since: to === 'PENDING' ? at : null,
    hold_ends_at: to === 'PENDING' ? after(config.orderHoldMinutes * 60_000) : null,
    given_up_at: to === 'UNPAID' ? after(daysUntilGivenUp * dayMilliseconds) : null,
    completes_at: to === 'DELIVERED' ? await afterReturns() : null,
  }
}
