import { randomUUID } from 'node:crypto'
import { type Order, toOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../../platform/database/database-errors.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import {
  closeOpenAttempts,
  supersedeAttempts,
  supersedeOthers,
} from '../../payments/open-attempts.ts'
import { refundUpTo } from '../../payments/request-refund.ts'
import { offerReturned } from '../../waiting-list/offers.ts'
import { changesBetween, contactFields, correctOrderContact } from '../admin/correct-order.admin.ts'
import { queueOrderEmail, writeToFormerAddress } from '../notices/order-emails.ts'
import { insertCorrections, refreshOrderSearch } from '../order-updates.queries.ts'
import {
  findOrder,
  linesOfOrders,
  lockOrder,
  type OrderLineRow,
  type OrderRow,
} from '../orders.queries.ts'
import { lineTaxColumns, taxColumns } from '../placing/new-order.ts'
import { publishOrderChanged, publishStock } from '../publish-changes.ts'
import { getOrder } from '../read-orders.ts'
import { type ChangeContext, moveOrder } from '../states/change-order.ts'
import { moveHolds, type StockMove } from '../stock.queries.ts'
import type { EditPlan } from './edit-basis.ts'
import { insertEdit, insertSupplement, updateEdited } from './order-edits.queries.ts'
import {
  describe,
  type Planned,
  planFor,
  readSources,
  sideAfter,
  sideBefore,
  type WantedEdit,
} from './preview-order-edit.admin.ts'

type Context = ChangeContext & Pick<AppContext, 'payments'>

/**
 * Changes the lines, address and e-mail address of an order of which nothing is sent, in one
 * transaction: stock, sums, and what becomes of the difference in money; e-mails the shopper. Throws as
 * `previewOrderEdit` does, and `ITEM_UNAVAILABLE` with `details.unavailableItems`, `ORDER_EDIT_CHANGED`
 * with the new preview as `details` if the difference is not what staff have seen,
 * `PAYMENT_IN_PROGRESS` while a payment of it is being confirmed or cannot be closed.
 */
export async function editOrder(
  ctx: Context,
  adminId: string,
  { difference, ...wanted }: WantedEdit & { difference: number },
): Promise<Order> {
  const { orderId } = wanted
  const db = ctx.db.kysely
  const order = await findOrder(db, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  // Read before the transaction, which must not wait for a second connection; a price that changes
  // meanwhile is noticed when the stock moves.
  const sources = await readSources(ctx, order, wanted)
  const first = await planFor(db, order, wanted, sources)
  await checkSeen(ctx, db, first, difference)
  if (first.plan.isSame) return correctOrderContact(ctx, adminId, wanted)
  // Open attempts are closed first: their money must arrive before the change, or not at all.
  for (const id of [orderId, ...first.plan.replaced.map(({ id }) => id)])
    await closeOpenAttempts(ctx, id)
  const done = await retryAfterDeadlock(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      const locked = await lockOrder(tx, orderId)
      if (!locked) throw new ShopError('ORDER_NOT_FOUND')
      const planned = await planFor(tx, locked, wanted, sources, { lock: true })
      await checkSeen(ctx, tx, planned, difference)
      return write(ctx, tx, adminId, wanted, planned)
    }),
  )
  publishStock(ctx, [...done.before, ...done.after])
  for (const id of [orderId, ...done.supplements]) publishOrderChanged(ctx, id)
  return getOrder(ctx, orderId)
}

/** Throws unless a change can be made, and its difference is the one that staff have seen. */
async function checkSeen(
  ctx: Context,
  db: Queryable,
  planned: Planned,
  difference: number,
): Promise<void> {
  const { unavailable, differenceCents } = planned.plan
  if (unavailable.length > 0)
    throw new ShopError('ITEM_UNAVAILABLE', { unavailableItems: unavailable })
  if (differenceCents !== Math.round(difference * 100))
    throw new ShopError('ORDER_EDIT_CHANGED', await describe(ctx, db, planned))
}

/** Writes a change of a locked order. */
async function write(
  ctx: Context,
  tx: Queryable,
  adminId: string,
  wanted: WantedEdit,
  { order, lines: before, plan, taxRule, deliveryNow }: Planned,
): Promise<{ before: OrderLineRow[]; after: OrderLineRow[]; supplements: string[] }> {
  const at = ctx.clock.now()
  const supplements: string[] = []
  if (plan.effect === 'TOTAL' || plan.effect === 'CASH')
    await supersedeAttempts(tx, { orderId: order.id, amountCents: plan.totalCents })
  for (const { id } of plan.replaced) {
    await cancelSupplement(ctx, tx, adminId, id)
    supplements.push(id)
  }
  const fields = {
    ...contactFields(wanted),
    version: order.version + 1,
    items_cents: plan.itemsCents,
    shipping_cents: plan.shippingCents,
    discount_cents: plan.discountCents,
    total_cents: plan.totalCents,
    supplement_cents: plan.supplementCents,
    ...taxColumns(taxRule, plan.tax),
    duties: taxRule?.duties ?? null,
    ...(wanted.takesNewDelivery &&
      deliveryNow && {
        delivery_method: deliveryNow.method,
        arrives_from: deliveryNow.arrivesFrom,
        arrives_until: deliveryNow.arrivesUntil,
      }),
  }
  const after = { ...order, ...fields }
  await updateEdited(tx, order.id, fields, plan.lines)
  const changes = changesBetween(order, after)
  if (changes.length > 0)
    await insertCorrections(
      tx,
      changes.map((change) => ({ order_id: order.id, actor_id: adminId, at, ...change })),
    )
  await refreshOrderSearch(tx, { orderId: order.id })
  const supplement =
    plan.billed &&
    (await addSupplement(ctx, tx, adminId, { order: after, taxRule, ...plan.billed }))
  if (supplement) supplements.push(supplement.id)
  const refundCents = await refund(ctx, tx, adminId, order.id, plan)
  await insertEdit(tx, {
    id: randomUUID(),
    order_id: order.id,
    before: sideBefore(order, before),
    after: sideAfter(plan),
    supplement_id: supplement?.id ?? null,
    refund_cents: refundCents,
    actor_id: adminId,
    at,
  })
  await queueOrderEmail(ctx, tx, after, plan.lines, {
    kind: 'changed',
    before,
    effect: plan.effect,
    differenceCents: plan.effect === 'REFUND' ? refundCents : plan.differenceCents,
    supplement: supplement && toOrderNumber(supplement.number),
    isContactCorrected: changes.length > 0,
  })
  if (order.email?.toLowerCase() !== after.email?.toLowerCase())
    await writeToFormerAddress(ctx, tx, order, after.version)
  await moveStock(tx, order, plan.moves, at)
  return { before, after: plan.lines, supplements }
}

async function moveStock(
  tx: Queryable,
  { id, status }: OrderRow,
  moves: readonly StockMove[],
  at: Date,
): Promise<void> {
  if (moves.length === 0) return
  const backAs = status === 'PENDING' ? 'RELEASE' : 'RESTOCK'
  const back = await moveHolds(tx, { orderId: id, moves, backAs, at })
  // Sold, or sold at another price, since the change was computed.
  if (!back) throw new ShopError('ITEM_UNAVAILABLE', { unavailableItems: [] })
  await offerReturned(tx, back, at)
}

/** Adds the order that bills the difference, and e-mails the shopper. */
async function addSupplement(
  ctx: Context,
  tx: Queryable,
  actorId: string,
  {
    order,
    taxRule,
    lines: billed,
    shippingCents,
    tax,
  }: NonNullable<EditPlan['billed']> & Pick<Planned, 'order' | 'taxRule'>,
): Promise<OrderRow> {
  const id = randomUUID()
  const at = ctx.clock.now()
  const lines = billed.map(({ line, cents }, position) => ({
    ...line,
    order_id: id,
    position,
    unit_cents: cents,
    quantity: 1,
    discount_cents: 0,
    ...lineTaxColumns(tax, position),
  }))
  const holdEndsAt = new Date(at.getTime() + ctx.config.orderHoldMinutes * 60_000)
  await insertSupplement(tx, {
    id,
    of: order.id,
    actorId,
    lines,
    shippingCents,
    tax: taxColumns(taxRule, tax),
    at,
    holdEndsAt,
  })
  await refreshOrderSearch(tx, { orderId: id })
  const supplement = await lockOrder(tx, id)
  if (!supplement) throw new Error('The supplementary order is missing')
  await queueOrderEmail(ctx, tx, supplement, lines, { kind: 'placed' })
  return supplement
}

/** Cancels an unpaid supplementary order that a change replaces. Throws `PAYMENT_IN_PROGRESS`. */
async function cancelSupplement(
  ctx: Context,
  tx: Queryable,
  actorId: string,
  orderId: string,
): Promise<void> {
  await supersedeAttempts(tx, { orderId, amountCents: 0 })
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error('The supplementary order is missing')
  const reason = 'The order was changed again'
  const now = await moveOrder(ctx, tx, order, { to: 'CANCELLED', actor: 'STAFF', actorId, reason })
  const lines = (await linesOfOrders(tx, [orderId])).get(orderId) ?? []
  await queueOrderEmail(ctx, tx, now, lines, { kind: 'cancelled', isPaidBack: false })
}

/** Refunds the difference of a cheaper change; returns the amount that could be refunded. */
async function refund(
  ctx: Context,
  tx: Queryable,
  by: string,
  orderId: string,
  { refunds }: EditPlan,
): Promise<number> {
  const reason = 'The order was changed'
  let refunded = 0
  for (const { orderId: id, cents: amountCents, parts } of refunds) {
    refunded += await refundUpTo(ctx, tx, { orderId: id, amountCents, parts, reason, by })
    if (id !== orderId) await supersedeOthers(tx, id)
  }
  return refunded
}
