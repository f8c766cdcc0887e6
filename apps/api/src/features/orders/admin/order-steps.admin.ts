import type { OrderStep, OrderStepLine } from '@solvane/contract/order-steps.admin'
import { toOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { toDollars } from '../../catalog/to-card.ts'
import { type PaymentFacts, paymentsOfOrder, paysOrder } from '../../payments/payments.ts'
import type { OrderRow } from '../orders.queries.ts'
import { parcelsOfOrders } from '../parcels.queries.ts'
import type { ChangeContext } from '../states/change-order.ts'
import { actionsFor } from '../states/order-transitions.ts'
import {
  blocksOfSending,
  deliverOrder,
  type SendingBlock,
  shipOrder,
} from './dispatch-order.admin.ts'
import { collectCash } from './order-payments.admin.ts'
import { findOrders } from './orders.admin.queries.ts'

/** The carrier and tracking number of an order. */
export interface Parcel {
  orderId: string
  carrier: string
  trackingNumber: string
  trackingUrl?: string | null | undefined
}

type Facts = Pick<PaymentFacts, 'method' | 'status' | 'review' | 'capturedCents'>
type Verdict = Pick<OrderStepLine, 'state' | 'reason'>

const statusWords: Record<OrderRow['status'], string> = {
  PENDING: 'awaiting payment',
  UNPAID: 'not paid',
  PROCESSING: 'not shipped yet',
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}

const blockWords: Record<SendingBlock, string> = {
  ORDER_WITHDRAWN: 'The customer has withdrawn',
  ORDER_SUPPLEMENT_OPEN: 'The supplementary order for a change is not paid yet',
  ORDER_REFUNDED: 'Everything that was paid is refunded',
}

/** The states in which a step was taken already. */
const taken: Record<OrderStep, readonly OrderRow['status'][]> = {
  ship: ['SHIPPED', 'DELIVERED', 'COMPLETED'],
  deliver: ['DELIVERED', 'COMPLETED'],
  collectCash: [],
}

/**
 * Whether a step can be taken for an order: its actions decide, and for shipping the reasons that
 * block it. A step that was taken already, with an equal tracking number if one is given, counts as
 * done.
 */
export function verdictOn(
  step: OrderStep,
  order: Pick<OrderRow, 'status' | 'tracking_number'>,
  attempts: readonly Facts[],
  {
    parcel,
    block,
    sentNumbers = [],
  }: {
    parcel?: Pick<Parcel, 'trackingNumber'>
    block?: SendingBlock
    /** The tracking numbers of the parcels that were sent before the rest of the order. */
    sentNumbers?: readonly string[]
  } = {},
): Verdict {
  // The rest of the order is not in that parcel.
  if (step === 'ship' && parcel && sentNumbers.includes(parcel.trackingNumber))
    return { state: 'DONE', reason: 'Already sent, with a part of the order' }
  if (step === 'ship' && order.status === 'PROCESSING' && block)
    return { state: 'REFUSED', reason: blockWords[block] }
  const hasParcels = sentNumbers.length > 0
  if (actionsFor(order, attempts, { hasParcels }).includes(step))
    return { state: 'READY', reason: null }
  const isCashCollected =
    step === 'collectCash' &&
    attempts.some(({ method, status }) => method === 'COD' && paysOrder(status))
  if (isCashCollected) return { state: 'DONE', reason: 'Cash already collected' }
  const status = statusWords[order.status]
  if (!taken[step].includes(order.status))
    return {
      state: 'REFUSED',
      reason:
        step === 'collectCash' && !attempts.some(({ method }) => method === 'COD')
          ? 'Not paid by cash on delivery'
          : `The order is ${status}`,
    }
  if (parcel && parcel.trackingNumber !== order.tracking_number)
    return { state: 'REFUSED', reason: `Already ${status}, with number ${order.tracking_number}` }
  return { state: 'DONE', reason: `Already ${status}` }
}

/** An order in an answer; `orderNumber` is the caller's input for an order that does not exist. */
export function toStepLine(
  order: OrderRow | undefined,
  verdict: Verdict,
  orderNumber = '',
): OrderStepLine {
  if (!order) {
    const unknown = { orderId: null, name: null, status: null, totalAmount: null }
    return { ...unknown, orderNumber, state: 'REFUSED', reason: 'There is no such order' }
  }
  return {
    orderId: order.id,
    orderNumber: toOrderNumber(order.number),
    name: order.shipping_full_name,
    status: order.status,
    totalAmount: toDollars(order.total_cents),
    ...verdict,
  }
}

/** Whether a step can be taken of these orders, in their order. */
export async function previewOrderSteps(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  { step, orderIds }: { step: OrderStep; orderIds: string[] },
): Promise<OrderStepLine[]> {
  const ids = [...new Set(orderIds)]
  const { orders, verdictFor } = await factsOf(db, ids)
  return ids.map((id) => {
    const order = orders.get(id)
    if (!order) return toStepLine(undefined, { state: 'REFUSED', reason: null })
    return toStepLine(order, verdictFor(step, order))
  })
}

/** Orders by their ids, and whether a step can be taken of one of them. */
export async function factsOf(db: Queryable, ids: string[]) {
  const [orders, attempts, blocks, parcels] = await Promise.all([
    findOrders(db, ids),
    paymentsOfOrder(db, ids),
    blocksOfSending(db, ids),
    parcelsOfOrders(db, ids),
  ])
  return {
    orders: new Map(orders.map((order) => [order.id, order])),
    verdictFor(step: OrderStep, order: OrderRow, parcel?: Pick<Parcel, 'trackingNumber'>) {
      const block = blocks.get(order.id)
      return verdictOn(step, order, attempts.get(order.id) ?? [], {
        ...(parcel && { parcel }),
        ...(block && { block }),
        sentNumbers: (parcels.get(order.id) ?? []).map(({ number }) => number),
      })
    },
  }
}

type StepContext = ChangeContext & Pick<AppContext, 'payments'>

/** Marks orders as delivered, or their cash as collected, one after the other. */
export function takeOrderSteps(
  ctx: StepContext,
  adminId: string,
  { step, orderIds }: { step: 'deliver' | 'collectCash'; orderIds: string[] },
): Promise<OrderStepLine[]> {
  const take = {
    deliver: (id: string) => deliverOrder(ctx, adminId, id),
    collectCash: (id: string) => collectCash(ctx, id),
  }[step]
  const wanted = [...new Set(orderIds)].map((orderId) => ({ orderId }))
  return takeEach(ctx, step, wanted, ({ orderId }) => take(orderId))
}

/** Marks orders as shipped, each with its tracking number, one after the other. */
export function shipOrders(
  ctx: StepContext,
  adminId: string,
  parcels: Parcel[],
): Promise<OrderStepLine[]> {
  return takeEach(ctx, 'ship', parcels, (parcel) => shipOrder(ctx, adminId, parcel))
}

/** Takes a step of each order by itself: those that are rejected stay as they are, and the rest go on. */
async function takeEach<Wanted extends { orderId: string } & Partial<Parcel>>(
  ctx: StepContext,
  step: OrderStep,
  wanted: Wanted[],
  take: (one: Wanted) => Promise<unknown>,
): Promise<OrderStepLine[]> {
  const lines: OrderStepLine[] = []
  for (const one of wanted) lines.push(await takeOne(ctx, step, one, take))
  return lines
}

async function takeOne<Wanted extends { orderId: string } & Partial<Parcel>>(
  ctx: StepContext,
  step: OrderStep,
  one: Wanted,
  take: (one: Wanted) => Promise<unknown>,
): Promise<OrderStepLine> {
  const { orderId, trackingNumber } = one
  const before = await factsOf(ctx.db.kysely, [orderId])
  const order = before.orders.get(orderId)
  if (!order) return toStepLine(undefined, { state: 'REFUSED', reason: null })
  const parcel = trackingNumber === undefined ? undefined : { trackingNumber }
  const verdict = before.verdictFor(step, order, parcel)
  if (verdict.state !== 'READY') return toStepLine(order, verdict)
  try {
    await take(one)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    // Somebody else was first, perhaps with the same step.
    const now = await factsOf(ctx.db.kysely, [orderId])
    const current = now.orders.get(orderId) ?? order
    const verdict = now.verdictFor(step, current, parcel)
    return toStepLine(
      current,
      verdict.state === 'READY' ? { state: 'REFUSED', reason: error.message } : verdict,
    )
  }
  const after = await factsOf(ctx.db.kysely, [orderId])
  return toStepLine(after.orders.get(orderId) ?? order, { state: 'DONE', reason: null })
}
