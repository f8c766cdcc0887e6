import { toOrderNumber } from '@solvane/contract/orders'
import {
  type ReturnCard,
  type ReturnLine,
  restockingFee,
  type ShopperReturn,
  toReturnNumber,
} from '@solvane/contract/returns'
import type { Queryable } from '../../platform/database/database.ts'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import type { ReturnedOrder } from '../orders/returned-orders.ts'
import { returnPolicyById, toTerms } from '../return-policies/return-policies.ts'
import { mayMoveReturn } from './return-rules.ts'
import {
  findExchangeOrder,
  isExchangeCancelled,
  linesOfReturns,
  nameVariants,
  photosOfReturn,
  type ReturnLineRow,
  type ReturnRow,
  transitionsOfReturns,
} from './returns.queries.ts'

/** The lines of a return, named as its order names them, or as they are called now if a change took them out of it. */
export async function describeLines(
  db: Queryable,
  order: ReturnedOrder,
  rows: readonly ReturnLineRow[],
): Promise<ReturnLine[]> {
  const inOrder = new Map(order.lines.map((line) => [line.variantId, line]))
  const others = rows.flatMap(({ variant_id, exchange_variant_id }) => [
    ...(inOrder.has(variant_id) ? [] : [variant_id]),
    ...(exchange_variant_id ? [exchange_variant_id] : []),
  ])
  const variants = await nameVariants(db, others)
  return rows.map((row) => {
    const line = inOrder.get(row.variant_id) ?? variants.get(row.variant_id)
    if (!line) throw new Error(`There is no variant ${row.variant_id}`)
    return {
      variantId: row.variant_id,
      identifier: line.identifier,
      name: line.name,
      attributeValues: line.attributes,
      picture: line.picture ?? placeholderPicture,
      quantity: row.quantity,
      reason: row.reason,
      value: toDollars(row.value_cents),
      exchangeFor: row.exchange_variant_id
        ? {
            variantId: row.exchange_variant_id,
            attributeValues: variants.get(row.exchange_variant_id)?.attributes ?? {},
          }
        : null,
    }
  })
}

async function summarize(
  db: Queryable,
  row: ReturnRow,
  order: ReturnedOrder,
  lines: readonly ReturnLineRow[],
): Promise<ReturnCard> {
  return {
    id: row.id,
    returnNumber: toReturnNumber(row.number),
    orderId: order.id,
    orderNumber: toOrderNumber(order.number),
    status: row.status,
    wish: row.wish,
    isWithdrawal: row.is_withdrawal,
    createdAt: row.created_at.toISOString(),
    isExchangeCancelled: await isExchangeCancelled(db, row),
    lines: await describeLines(db, order, lines),
  }
}

/** The returns of an order as its page lists them. */
export async function describeCards(
  db: Queryable,
  order: ReturnedOrder,
  rows: readonly ReturnRow[],
): Promise<ReturnCard[]> {
  const lines = await linesOfReturns(
    db,
    rows.map(({ id }) => id),
  )
  const cards: ReturnCard[] = []
  for (const row of rows) cards.push(await summarize(db, row, order, lines.get(row.id) ?? []))
  return cards
}

/** A return as its shopper sees it. */
export async function describeReturn(
  db: Queryable,
  order: ReturnedOrder,
  row: ReturnRow,
): Promise<ShopperReturn> {
  const lines = (await linesOfReturns(db, [row.id])).get(row.id) ?? []
  const transitions = (await transitionsOfReturns(db, [row.id])).get(row.id) ?? []
  const policy = await returnPolicyById(db, row.policy_id)
  const exchange = await findExchangeOrder(db, row.id)
  const goods = sumOf(lines)
  return {
    ...(await summarize(db, row, order, lines)),
    note: row.note,
    photos: await photosOfReturn(db, row.id),
    answer: row.answer,
    terms: toTerms(policy),
    arrivesBy: row.arrives_by.toISOString(),
    sender: order.address,
    tracking: trackingOf(row),
    value: toDollars(goods),
    fee: row.fee_bp === null ? null : toDollars(restockingFee(goods, row.fee_bp)),
    deliveryRefund: row.delivery_cents === null ? null : toDollars(row.delivery_cents),
    ...(row.wrap_cents > 0 && { wrapRefund: toDollars(row.wrap_cents) }),
    refundedAmount: row.refunded_cents === null ? null : toDollars(row.refunded_cents),
    exchangeOrderId: exchange?.id ?? null,
    timeline: transitions
      .filter(({ from_status, to_status }) => from_status !== to_status)
      .map(({ to_status, at }) => ({ status: to_status, at: at.toISOString() })),
    canCancel: mayMoveReturn(row.status, 'CANCELLED', 'SHOPPER'),
    canSend: mayMoveReturn(row.status, 'IN_TRANSIT', 'SHOPPER') && order.isSent,
  }
}

/** The price paid for the lines of a return, in cents. */
export function sumOf(lines: readonly Pick<ReturnLineRow, 'value_cents'>[]): number {
  return lines.reduce((sum, { value_cents }) => sum + value_cents, 0)
}

/** The parcel of a return. */
export function trackingOf({
  tracking_carrier: carrier,
  tracking_number: number,
}: ReturnRow): ShopperReturn['tracking'] {
  return carrier && number ? { carrier, number } : null
}
