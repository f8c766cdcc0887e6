import { readOrderNumber, toOrderNumber } from '@solvane/contract/orders'
import { readReturnNumber, returnStatuses, toReturnNumber } from '@solvane/contract/returns'
import type {
  countReturns as countEndpoint,
  listReturns as listEndpoint,
  returnActions,
  StaffReturn,
  StaffReturnRow,
} from '@solvane/contract/returns.admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { namesOfAccounts } from '../auth/accounts.admin.ts'
import { toDollars } from '../catalog/to-card.ts'
import { findReturnedOrder, type ReturnedOrder } from '../orders/returned-orders.ts'
import { ordersThatPay, splitReturnRefund, unpaidDelivery } from '../orders/split-refund.ts'
import { awaitsCash } from '../payments/payments.ts'
import { refundableOfOrders } from '../payments/request-refund.ts'
import { type ReturnPolicy, returnPolicyById, toTerms } from '../return-policies/return-policies.ts'
import { describeLines, sumOf, trackingOf } from './describe-returns.ts'
import { findRecipient } from './gift-exchange.queries.ts'
import { toRecipient } from './gift-exchange.ts'
import { feeFor, mayMoveReturn, type RefundSums, refundSums } from './return-rules.ts'
import {
  countReturnsByStatus,
  listStaffReturns,
  readFeesOfWholeOrder,
  type StaffReturnFilter,
} from './returns.admin.queries.ts'
import {
  findExchangeOrder,
  findReturn,
  linesOfReturns,
  photosOfReturn,
  type ReturnLineRow,
  type ReturnRow,
  transitionsOfReturns,
} from './returns.queries.ts'

/** A page of everyone's returns for staff, and the total. */
export async function listReturns(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  { page, size, order, ...query }: z.output<typeof listEndpoint.query>,
): Promise<{ data: StaffReturnRow[]; total: number }> {
  const filter = toFilter(query)
  const [rows, counts] = await Promise.all([
    listStaffReturns(db, filter, { order, limit: size, offset: (page - 1) * size }),
    countReturnsByStatus(db, filter),
  ])
  const data = rows.map((row) => ({
    id: row.id,
    returnNumber: toReturnNumber(row.number),
    orderId: row.order_id,
    orderNumber: toOrderNumber(row.order_number),
    status: row.status,
    wish: row.wish,
    isWithdrawal: row.is_withdrawal,
    isGift: row.is_gift,
    createdAt: row.created_at.toISOString(),
    name: row.name,
    country: row.country,
    units: row.units,
    firstItem: row.first_item,
    value: toDollars(row.value_cents),
    refundedAmount: row.refunded_cents === null ? null : toDollars(row.refunded_cents),
  }))
  return { data, total: totalOf(counts) }
}

/** The number of matching returns in each state. */
export async function countReturns(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  query: z.output<typeof countEndpoint.query>,
) {
  const counts = await countReturnsByStatus(db, toFilter(query))
  const known = new Map(counts.map(({ status, count }) => [status, count]))
  const entries = returnStatuses.map((status) => [status, known.get(status) ?? 0] as const)
  return {
    byStatus: Object.fromEntries(entries) as Record<(typeof returnStatuses)[number], number>,
    total: totalOf(counts),
  }
}

function totalOf(counts: { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function toFilter({
  q,
  isGift,
  ...rest
}: Pick<z.output<typeof listEndpoint.query>, 'q' | 'orderId' | 'wish' | 'isGift'> &
  Pick<StaffReturnFilter, 'status'>): StaffReturnFilter {
  return {
    ...rest,
    isGift: isGift || undefined,
    text: q || undefined,
    number: readReturnNumber(q ?? ''),
    orderNumber: readOrderNumber(q ?? ''),
  }
}

/** The refund of a return, due or made, in cents, and whether the provider makes it. */
export interface RefundOutlook extends RefundSums {
  refundable: number
  /** The amount for the payment of each order; empty once it is refunded. */
  shares: Awaited<ReturnType<typeof splitReturnRefund>>
  isByProvider: boolean
  /** The cash of the order is still to be recorded, before anything is refunded. */
  awaitsCash: boolean
  /** Everything of the order has come back. */
  isBack: boolean
}

/** Computes the refund of a return. The order's attempts must be locked if the result is acted upon. */
export async function refundOutlook(
  ctx: Pick<AppContext, 'payments'>,
  db: Queryable,
  { row, lines, policy }: { row: ReturnRow; lines: readonly ReturnLineRow[]; policy: ReturnPolicy },
): Promise<RefundOutlook> {
  const orderIds = await ordersThatPay(db, row.paid_order_id)
  const { cents: refundable, isByProvider } = await refundableOfOrders(ctx, db, orderIds)
  const goods = sumOf(lines)
  const feeBp = row.fee_bp ?? feeFor(row.wish, policy.fee_from_bp)
  const paid = { paidOrderId: row.paid_order_id, returnId: row.id }
  const fees = await readFeesOfWholeOrder(db, paid)
  if (row.refunded_cents !== null) {
    const { fee } = refundSums({ goods, feeBp, delivery: 0, wrapping: 0, refundable })
    const done = {
      delivery: row.delivery_cents ?? 0,
      wrapping: row.wrap_cents,
      amount: row.refunded_cents,
    }
    const settled = { shares: [], awaitsCash: false, isBack: fees.isBack }
    return { goods, fee, ...done, refundable, isByProvider, ...settled }
  }
  const unpaid = orderIds.length > 1 ? await unpaidDelivery(db, row.paid_order_id) : 0
  const delivery = fees.isLast && policy.refunds_delivery ? Math.max(0, fees.delivery - unpaid) : 0
  const wrapping = fees.isLast ? fees.wrapping : 0
  const sums = refundSums({ goods, feeBp, delivery, wrapping, refundable })
  const wanted = { returnId: row.id, orderId: row.paid_order_id }
  const shares = await splitReturnRefund(db, wanted, sums.amount, sums)
  const paidBy = shares.map(({ orderId }) => orderId)
  const isAllByProvider =
    paidBy.length > 0 ? (await refundableOfOrders(ctx, db, paidBy)).isByProvider : isByProvider
  return {
    ...sums,
    refundable,
    shares,
    isByProvider: isAllByProvider,
    awaitsCash: await awaitsCash(db, row.paid_order_id),
    isBack: fees.isBack,
  }
}

/** A return for staff. Throws `RETURN_NOT_FOUND`. */
export async function getReturn(
  ctx: Pick<AppContext, 'db' | 'payments'>,
  returnId: string,
): Promise<StaffReturn> {
  const db = ctx.db.kysely
  const row = await findReturn(db, returnId)
  const order = row && (await findReturnedOrder(db, row.order_id))
  if (!row || !order) throw new ShopError('RETURN_NOT_FOUND')
  const [lineRows, transitionRows, policy, exchange, photos, recipient] = await Promise.all([
    linesOfReturns(db, [row.id]),
    transitionsOfReturns(db, [row.id]),
    returnPolicyById(db, row.policy_id),
    findExchangeOrder(db, row.id),
    photosOfReturn(db, row.id),
    row.is_gift ? findRecipient(db, row.id) : undefined,
  ])
  const lines = lineRows.get(row.id) ?? []
  const transitions = transitionRows.get(row.id) ?? []
  const outlook = await refundOutlook(ctx, db, { row, lines, policy })
  const nameOf = await namesOfAccounts(
    db,
    transitions.map(({ actor_id }) => actor_id),
  )
  const described = await describeLines(db, order, lines)
  const paidOrder =
    row.paid_order_id === order.id ? order : await findReturnedOrder(db, row.paid_order_id)
  return {
    id: row.id,
    returnNumber: toReturnNumber(row.number),
    orderId: order.id,
    orderNumber: toOrderNumber(order.number),
    paidOrderId: row.paid_order_id,
    status: row.status,
    wish: row.wish,
    isWithdrawal: row.is_withdrawal,
    ...(row.is_gift && { gift: { recipient: recipient ? toRecipient(recipient) : null } }),
    createdAt: row.created_at.toISOString(),
    arrivesBy: row.arrives_by.toISOString(),
    name: order.name,
    email: order.email,
    country: order.country,
    lines: described.map((line, at) => ({ ...line, condition: lines[at]?.condition ?? null })),
    note: row.note,
    photos,
    answer: row.answer,
    tracking: trackingOf(row),
    terms: { ...toTerms(policy), source: policy.source, validFrom: policy.valid_from },
    value: toDollars(sumOf(lines)),
    feePercent: row.fee_bp === null ? null : row.fee_bp / 100,
    refund: {
      goods: toDollars(outlook.goods),
      fee: toDollars(outlook.fee),
      delivery: toDollars(outlook.delivery),
      wrapping: toDollars(outlook.wrapping),
      amount: toDollars(outlook.amount),
      refundable: toDollars(outlook.refundable),
      isByProvider: outlook.isByProvider,
      awaitsCash: outlook.awaitsCash,
      isBack: outlook.isBack,
    },
    exchangeOrder: exchange
      ? {
          id: exchange.id,
          orderNumber: toOrderNumber(exchange.number),
          isCancelled: exchange.status === 'CANCELLED',
        }
      : null,
    transitions: transitions.map(({ from_status, to_status, actor, actor_id, at }) => ({
      from: from_status,
      to: to_status,
      actor,
      by: nameOf(actor_id),
      at: at.toISOString(),
    })),
    // A completed exchange needs nothing more, unless it was cancelled.
    actions:
      row.status === 'EXCHANGED' && exchange?.status !== 'CANCELLED'
        ? []
        : actionsFor(row, order, outlook).filter(
            (action) => paidOrder?.status !== 'CANCELLED' || !sending.includes(action),
          ),
  }
}

/** Orders in these states end a withdrawal by being cancelled, or have been. */
const cancellable: readonly ReturnedOrder['status'][] = ['PROCESSING', 'CANCELLED']

/** The steps that send goods: not allowed once the order is cancelled because nobody paid it. */
const sending: readonly (typeof returnActions)[number][] = ['exchange', 'sendBack']

/** The steps that staff can take of a return, the next one first. */
function actionsFor(
  { status, wish, is_withdrawal }: Pick<ReturnRow, 'status' | 'wish' | 'is_withdrawal'>,
  { isSent, status: orderStatus }: Pick<ReturnedOrder, 'isSent' | 'status'>,
  { awaitsCash, isBack }: Pick<RefundOutlook, 'awaitsCash' | 'isBack'>,
): (typeof returnActions)[number][] {
  const may = (to: ReturnRow['status']) => mayMoveReturn(status, to, 'STAFF')
  return [
    ...(may('APPROVED') ? (['approve'] as const) : []),
    ...(may('RECEIVED') && isSent ? (['receive'] as const) : []),
    ...(may('CANCELLED') && !isSent && is_withdrawal && cancellable.includes(orderStatus)
      ? (['cancelOrder'] as const)
      : []),
    ...(may('EXCHANGED') && wish === 'EXCHANGE' ? (['exchange'] as const) : []),
    ...(may('REFUNDED') && (!awaitsCash || isBack) ? (['refund'] as const) : []),
    ...(may('INSPECTED') ? (['inspect'] as const) : []),
    ...(may('SENT_BACK') ? (['sendBack'] as const) : []),
    ...(may('DECLINED') ? (['decline'] as const) : []),
  ]
}
