import { toReturnNumber } from '@solvane/contract/returns'
import type {
  inspectReturn as inspectEndpoint,
  StaffReturn,
  sendReturnBack as sendBackEndpoint,
} from '@solvane/contract/returns.admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { cancelUnsentOrder, placeExchange, rejectRefunded } from '../orders/exchange-order.ts'
import { publishOrderChanged, publishStock } from '../orders/publish-changes.ts'
import { findReturnedOrder, type ReturnedOrder } from '../orders/returned-orders.ts'
import { restockReturned } from '../products/adjust-stock.ts'
import { returnPolicyById } from '../return-policies/return-policies.ts'
import { offerReturned } from '../waiting-list/offers.ts'
import { getReturn } from './get-return.admin.ts'
import { recipientOf } from './gift-exchange.ts'
import { lockReturnWithOrder, moveReturn, type ReturnMove } from './move-return.ts'
import { queueReturnEmail } from './return-emails.ts'
import { feeFor } from './return-rules.ts'
import {
  linesOfReturns,
  type ReturnLineRow,
  type ReturnRow,
  setCondition,
} from './returns.queries.ts'

export type Context = Pick<
  AppContext,
  'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'payments' | 'realtime'
>

/** A return with its order and lines, locked. */
interface LockedReturn {
  row: ReturnRow
  order: ReturnedOrder
  lines: ReturnLineRow[]
}

/**
 * Moves a return as `decide` says, with everything locked, e-mails the shopper, and returns it as
 * staff see it. Throws `RETURN_NOT_FOUND`, `RETURN_STATE`, and the errors of `decide`.
 */
export async function handle(
  ctx: Context,
  adminId: string,
  returnId: string,
  decide: (tx: Queryable, locked: LockedReturn) => Promise<Omit<ReturnMove, 'actor' | 'actorId'>>,
  /** The stock movement of the step; returns the products whose stock it changes. */
  moveStock?: (tx: Queryable, locked: LockedReturn) => Promise<{ product_id: string }[]>,
): Promise<StaffReturn> {
  const changed = await retryAfterDeadlock(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      const { row, order } = await lockReturnWithOrder(tx, returnId)
      const lines = (await linesOfReturns(tx, [returnId])).get(returnId) ?? []
      const move = await decide(tx, { row, order, lines })
      const moved = await moveReturn(ctx, tx, row, { ...move, actor: 'STAFF', actorId: adminId })
      await queueReturnEmail(ctx, tx, order, moved, lines)
      return moveStock ? moveStock(tx, { row, order, lines }) : null
    }),
  )
  const found = await getReturn(ctx, returnId)
  if (changed) {
    publishStock(ctx, changed)
    publishOrderChanged(ctx, found.orderId)
  }
  return found
}

/**
 * Restocks the goods that are fit for sale, unless an exchange that was cancelled since has done
 * so. Then `reserve` takes the units that the return itself needs, and the rest is offered to the
 * waiting list.
 */
export async function restock(
  ctx: Context,
  tx: Queryable,
  { row, order, lines }: LockedReturn,
  adminId: string,
  reserve: () => Promise<{ product_id: string }[]> = async () => [],
): Promise<{ product_id: string }[]> {
  const at = ctx.clock.now()
  const items = (row.status === 'EXCHANGED' ? [] : lines)
    .filter(({ condition }) => condition === 'RESTOCK')
    .map(({ variant_id, quantity }) => ({ variantId: variant_id, quantity }))
  const restocked = await restockReturned(tx, {
    returnId: row.id,
    orderId: order.id,
    actorId: adminId,
    note: `Return ${toReturnNumber(row.number)}`,
    at,
    items,
  })
  const reserved = await reserve()
  await offerReturned(
    tx,
    items.map(({ variantId }) => variantId),
    at,
  )
  return [...restocked, ...reserved]
}

/** Approves a return; `answer` is written to the shopper. */
export function approveReturn(
  ctx: Context,
  adminId: string,
  { returnId, answer }: { returnId: string; answer?: string | null | undefined },
): Promise<StaffReturn> {
  return handle(ctx, adminId, returnId, async () => ({ to: 'APPROVED', answer: answer || null }))
}

/** Declines a return that was not received. */
export function declineReturn(
  ctx: Context,
  adminId: string,
  { returnId, answer }: { returnId: string; answer: string },
): Promise<StaffReturn> {
  return handle(ctx, adminId, returnId, async () => ({ to: 'DECLINED', answer }))
}

/** Records that the goods have arrived. */
export function receiveReturn(
  ctx: Context,
  adminId: string,
  returnId: string,
): Promise<StaffReturn> {
  return handle(ctx, adminId, returnId, async (_tx, { order }) => {
    if (!order.isSent) throw new ShopError('RETURN_STATE')
    return { to: 'RECEIVED' }
  })
}

/**
 * Records the disposition of each line, and the restocking fee. Throws `RETURN_LINES` unless every
 * line is named once, `RETURN_FEE` if the terms do not allow the fee, or for an exchange.
 */
export function inspectReturn(
  ctx: Context,
  adminId: string,
  {
    returnId,
    lines: found,
    feePercent,
  }: z.output<typeof inspectEndpoint.body> & { returnId: string },
): Promise<StaffReturn> {
  return handle(ctx, adminId, returnId, async (tx, { row, lines }) => {
    const named = new Set(found.map(({ variantId }) => variantId))
    if (found.length !== lines.length || !lines.every(({ variant_id }) => named.has(variant_id)))
      throw new ShopError('RETURN_LINES')
    const policy = await returnPolicyById(tx, row.policy_id)
    const feeBp = Math.round(feePercent * 100)
    // Staff may charge less than the terms say, but not more.
    if (feeBp > feeFor(row.wish, policy.fee_until_bp)) throw new ShopError('RETURN_FEE')
    for (const line of found) await setCondition(tx, returnId, line)
    return { to: 'INSPECTED', fee_bp: feeBp }
  })
}

/**
 * Exchanges an inspected return: restocks what is fit for sale, and places the order that sends the
 * other variants, which were promised before the waiting list is asked, in one transaction. Throws `RETURN_STATE` if a refund was wished for
 * or nobody has paid, `ORDER_REFUNDED` if all that was paid is refunded,
 * `EXCHANGE_UNAVAILABLE` if they are no longer in stock.
 */
export function exchangeReturn(
  ctx: Context,
  adminId: string,
  returnId: string,
): Promise<StaffReturn> {
  return handle(
    ctx,
    adminId,
    returnId,
    async (tx, { row }) => {
      if (row.wish !== 'EXCHANGE') throw new ShopError('RETURN_STATE')
      await rejectUnpaid(tx, row)
      await rejectRefunded(tx, row.paid_order_id)
      return { to: 'EXCHANGED' }
    },
    (tx, locked) =>
      restock(ctx, tx, locked, adminId, async () => {
        const { row, order, lines } = locked
        return placeExchange(ctx, tx, {
          returnId,
          from: order.id,
          actorId: adminId,
          reason: `Exchange for return ${toReturnNumber(row.number)}`,
          items: wantedInstead(lines),
          recipient: row.is_gift ? await recipientOf(tx, row.id) : null,
        })
      }),
  )
}

/** The variants that are sent instead, each once. */
function wantedInstead(lines: readonly ReturnLineRow[]) {
  const items = new Map<string, number>()
  for (const { exchange_variant_id: id, quantity } of lines)
    if (id) items.set(id, (items.get(id) ?? 0) + quantity)
  return [...items].map(([variantId, quantity]) => ({ variantId, quantity }))
}

/**
 * Ends a withdrawal from an order that never left: cancels the order, which refunds it as a whole and cancels the return.
 * Throws `RETURN_STATE` if something of it was sent, and the errors of cancelling.
 */
export async function cancelWithdrawnOrder(
  ctx: Context,
  adminId: string,
  returnId: string,
): Promise<StaffReturn> {
  const { actions, orderId, returnNumber } = await getReturn(ctx, returnId)
  if (!actions.includes('cancelOrder')) throw new ShopError('RETURN_STATE')
  await cancelUnsentOrder(ctx, adminId, { orderId, reason: `Withdrawal ${returnNumber}` })
  const ended = await getReturn(ctx, returnId)
  if (ended.status === 'CANCELLED') return ended
  // An earlier release cancelled the order but left the return open.
  return handle(ctx, adminId, returnId, async () => ({ to: 'CANCELLED' }))
}

/** Throws `RETURN_STATE` if the order that was to pay for a return is cancelled: nothing is sent for it. */
async function rejectUnpaid(tx: Queryable, { paid_order_id }: ReturnRow): Promise<void> {
  const order = await findReturnedOrder(tx, paid_order_id)
  if (order?.status === 'CANCELLED') throw new ShopError('RETURN_STATE')
}

/** Sends inspected goods back to the shopper; nothing is refunded. Throws `RETURN_STATE` if nobody has paid. */
export function sendReturnBack(
  ctx: Context,
  adminId: string,
  {
    returnId,
    answer,
    carrier,
    trackingNumber,
  }: z.output<typeof sendBackEndpoint.body> & { returnId: string },
): Promise<StaffReturn> {
  return handle(ctx, adminId, returnId, async (tx, { row }) => {
    await rejectUnpaid(tx, row)
    return {
      to: 'SENT_BACK',
      answer,
      tracking_carrier: carrier,
      tracking_number: trackingNumber,
    }
  })
}
