import { countryOf } from '@solvane/contract/countries'
import type {
  countOrders as countOrdersEndpoint,
  listOrders as listOrdersEndpoint,
  PackingSlip,
  StaffOrderRow,
} from '@solvane/contract/order-lists.admin'
import { orderStatuses, readOrderNumber, toOrderNumber } from '@solvane/contract/orders'
import { isUuid } from '@solvane/contract/text'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { toDollars } from '../catalog/to-card.ts'
import { stuckBefore, stuckPaymentsOfOrders } from '../payments/payment-details.admin.ts'
import { type PaymentFacts, paymentsOfOrder } from '../payments/payments.ts'
import {
  countByStatus,
  countItemsOfOrders,
  countStaffOrders,
  findOrders,
  listPurchases,
  listStaffOrderRows,
  type StaffOrderFilter,
} from './admin/orders.admin.queries.ts'
import {
  listOrdersToReview,
  type OrderToReview,
  whichToReview,
  withdrawalsOf,
} from './admin/orders-to-review.admin.queries.ts'
import { whichKeepMore } from './edits/order-edits.queries.ts'
import { paymentFieldsOf } from './order-refunds.ts'
import { toAddress, toPicture } from './order-shape.ts'
import { linesOfOrders, type OrderRow } from './orders.queries.ts'
import { parcelsOfOrders, tradeOfOrders } from './parcels.queries.ts'
import { unsentItems } from './parcels.ts'
import { readShopDays } from './read-orders.ts'

type Query = z.output<typeof listOrdersEndpoint.query>

/**
 * A page of everyone's orders for staff, and the total, in seven statements, one for changed orders if
 * there are any, and one for the time zone.
 */
export async function listOrders(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  query: Query,
): Promise<{ data: StaffOrderRow[]; total: number }> {
  const db = ctx.db.kysely
  const { page, size, sort, order } = query
  const filter = toFilter(ctx, query, await readShopDays(ctx, query))
  const [rows, total] = await Promise.all([
    listStaffOrderRows(db, filter, { sort, order, limit: size, offset: (page - 1) * size }),
    countStaffOrders(db, filter),
  ])
  const ids = rows.map(({ id }) => id)
  const [items, payments, stuck, toReview, withdrawals, keepMore] = await Promise.all([
    countItemsOfOrders(db, ids),
    paymentsOfOrder(db, ids),
    stuckPaymentsOfOrders(ctx, ids),
    whichToReview(db, ids),
    withdrawalsOf(db, ids),
    whichKeepMore(db, rows),
  ])
  const waiting = new Set([...stuck.map(({ orderId }) => orderId), ...toReview])
  const data = rows.map((row) => ({
    ...(items.get(row.id) ?? { quantity: 0, firstItem: '' }),
    ...toRow(row, payments.get(row.id) ?? [], {
      isWaiting: waiting.has(row.id),
      keepsMore: keepMore.has(row.id),
    }),
    isWithdrawn: withdrawals.has(row.id),
  }))
  return { data, total }
}

function toFilter(
  ctx: Pick<AppContext, 'clock'>,
  { q, customerId, needsReview, isGift, ...rest }: Partial<Query>,
  days: Pick<StaffOrderFilter, 'from' | 'until'>,
): StaffOrderFilter {
  return {
    ...rest,
    from: days.from,
    until: days.until,
    needsReview: needsReview ? { stuckBefore: stuckBefore(ctx) } : undefined,
    userId: customerId,
    isGift: isGift || undefined,
    text: q || undefined,
    number: readOrderNumber(q ?? ''),
  }
}

function toRow(
  row: OrderRow,
  payments: readonly PaymentFacts[],
  { isWaiting, keepsMore }: { isWaiting: boolean; keepsMore: boolean },
): Omit<StaffOrderRow, 'quantity' | 'firstItem' | 'isWithdrawn'> {
  return {
    id: row.id,
    orderNumber: toOrderNumber(row.number),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    email: row.email,
    name: row.shipping_full_name,
    country: row.shipping_country,
    totalAmount: toDollars(row.total_cents),
    ...paymentFieldsOf(row.total_cents, payments, keepsMore),
    trackingNumber: row.tracking_number,
    isGift: row.gift !== null,
    needsReview: isWaiting || payments.some(({ review }) => review !== null),
  }
}

/** The number of matching orders in each state, and of those under review. */
export async function countOrders(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  query: Partial<z.output<typeof countOrdersEndpoint.query>> = {},
) {
  const db = ctx.db.kysely
  const filter = toFilter(ctx, query, await readShopDays(ctx, query))
  const [counts, needsReview] = await Promise.all([
    countByStatus(db, filter),
    countStaffOrders(db, { ...filter, needsReview: { stuckBefore: stuckBefore(ctx) } }),
  ])
  const known = new Map(counts.map(({ status, count }) => [status, count]))
  const entries = orderStatuses.map((status) => [status, known.get(status) ?? 0] as const)
  return {
    byStatus: Object.fromEntries(entries) as Record<(typeof orderStatuses)[number], number>,
    needsReview,
    total: counts.reduce((sum, { count }) => sum + count, 0),
  }
}

const reviews: Record<OrderToReview['cause'], string> = {
  SUPPLEMENT: 'The supplementary order for a change was not paid',
  WITHDRAWAL: 'The customer has withdrawn: do not send it',
  EXCHANGE: 'The exchange was cancelled: refund its return',
}

/** The orders that wait for staff because of a change, a withdrawal or a cancelled exchange, the longest waiting first. */
export async function listReviewsOfOrders({ db }: Pick<AppContext, 'db'>) {
  return (await listOrdersToReview(db.kysely)).map(({ id, number, cause, cents, since }) => ({
    orderId: id,
    orderNumber: toOrderNumber(number),
    review: reviews[cause],
    amount: toDollars(cents),
    since: since.toISOString(),
  }))
}

/**
 * The packing slips of orders, in the requested order: what was not sent in earlier parcels. Throws `ORDER_NOT_FOUND` if one is missing,
 * and `NOTHING_TO_PACK` with the numbers of those that are not sent in `details.orderNumbers`.
 */
export async function listPackingSlips(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  orderIds: string[],
): Promise<PackingSlip[]> {
  if (!orderIds.every(isUuid)) throw new ShopError('ORDER_NOT_FOUND')
  const [rows, lines, parcels, trade, withdrawals] = await Promise.all([
    findOrders(db, orderIds),
    linesOfOrders(db, orderIds),
    parcelsOfOrders(db, orderIds),
    tradeOfOrders(db, orderIds),
    withdrawalsOf(db, orderIds),
  ])
  rejectUnpackable(rows, withdrawals)
  const known = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(orderIds)].map((id) => {
    const row = known.get(id)
    if (!row) throw new ShopError('ORDER_NOT_FOUND')
    const earlier = parcels.get(id) ?? []
    const ordered = lines.get(id) ?? []
    const unsent = new Map(
      unsentItems(ordered, earlier).map(({ variantId, quantity }) => [variantId, quantity]),
    )
    return {
      orderId: id,
      orderNumber: toOrderNumber(row.number),
      createdAt: row.created_at.toISOString(),
      status: row.status,
      address: toAddress(row),
      remark: row.remark,
      ...(row.gift && { gift: row.gift }),
      sentBefore: earlier
        .flatMap(({ items }) => items)
        .reduce((sum, { quantity }) => sum + quantity, 0),
      lines: ordered
        .filter(({ variant_id }) => unsent.has(variant_id))
        .map(({ variant_id, identifier, name, attributes, quantity, picture }) => ({
          variantId: variant_id,
          identifier,
          name,
          attributeValues: attributes,
          quantity: unsent.get(variant_id) ?? quantity,
          sku: trade.get(variant_id)?.sku ?? null,
          countryOfOrigin: nameOfCountry(trade.get(variant_id)?.origin ?? null),
          picture: toPicture({ picture }),
        })),
    }
  })
}

/** Throws `NOTHING_TO_PACK`, with a sentence that names the orders of which nothing is sent, and why. */
function rejectUnpackable(rows: readonly OrderRow[], withdrawals: ReadonlyMap<string, unknown>) {
  const unpackable = Map.groupBy(rows, ({ id, status, supplement_of }) => {
    if (status === 'CANCELLED') return 'cancelled'
    // The lines that it bills are sent with the order that was changed.
    if (supplement_of !== null) return 'only bills a change'
    return withdrawals.has(id) ? 'withdrawn' : null
  })
  unpackable.delete(null)
  if (unpackable.size === 0) return
  const numbersOf = (some: readonly OrderRow[]) =>
    some.map(({ number }) => toOrderNumber(number)).toSorted()
  const parts = [...unpackable].map(([why, some]) => `${numbersOf(some).join(', ')}: ${why}`)
  throw new ShopError(
    'NOTHING_TO_PACK',
    { orderNumbers: numbersOf([...unpackable.values()].flat()) },
    `There is nothing to pack for ${parts.join('; ')}.`,
  )
}

function nameOfCountry(code: string | null): string | null {
  return code === null ? null : (countryOf(code)?.name ?? code)
}

/** The purchases of an account. */
export interface Purchases {
  orders: number
  /** Paid less refunds, in cents. */
  spentCents: number
  lastOrderAt: Date | null
  /** Orders that must end before the account can be closed. */
  underWay: number
}

const none: Purchases = { orders: 0, spentCents: 0, lastOrderAt: null, underWay: 0 }

/** The purchases of accounts, in one statement; with an entry for every id. */
export async function purchasesOf(
  db: Queryable,
  userIds: string[],
): Promise<(userId: string) => Purchases> {
  const rows = await listPurchases(db, userIds)
  const known = new Map(
    rows.map((row) => [
      row.user_id,
      {
        orders: row.orders,
        spentCents: row.spent_cents,
        lastOrderAt: row.last_order_at,
        underWay: row.under_way,
      },
    ]),
  )
  return (userId) => known.get(userId) ?? none
}
