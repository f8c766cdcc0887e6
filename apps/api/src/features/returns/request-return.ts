import { randomUUID } from 'node:crypto'
import { toOrderNumber } from '@solvane/contract/orders'
import type {
  getReturnOptions as optionsEndpoint,
  ReturnStatus,
  requestReturn as requestEndpoint,
  ShopperReturn,
} from '@solvane/contract/returns'
import { isUuid } from '@solvane/contract/text'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import { shopTimeZoneIn } from '../content/read-content.ts'
import { findReturnedOrder, type Recipient, type ReturnedOrder } from '../orders/returned-orders.ts'
import { type ReturnPolicy, returnPolicyFor, toTerms } from '../return-policies/return-policies.ts'
import { keepChatUploads } from '../uploads/stored-uploads.ts'
import { describeCards, describeReturn } from './describe-returns.ts'
import { insertRecipient } from './gift-exchange.queries.ts'
import { moveReturn } from './move-return.ts'
import { queueReturnEmail } from './return-emails.ts'
import { areSameLines, endOfDaysAfter, leftOf, type Share, shareOf } from './return-rules.ts'
import {
  findReturn,
  insertPhotos,
  insertReturn,
  insertReturnTransition,
  listExchanges,
  listReturnsOfOrder,
  type ReturnLineRow,
  type ReturnRow,
  takenOfOrder,
  worthOfExchange,
} from './returns.queries.ts'

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>

const requests = { name: 'return-requests', times: 20, seconds: 60 * 60 } as const

type Wanted = z.output<typeof requestEndpoint.body> & { orderId: string }

/** The returnable lines of a shopper's order, and its returns. Throws `ORDER_NOT_FOUND`. */
export async function getReturnOptions(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  userId: string,
  orderId: string,
): Promise<z.output<typeof optionsEndpoint.response>['data']> {
  const db = ctx.db.kysely
  const order = isUuid(orderId) ? await findReturnedOrder(db, orderId, { userId }) : undefined
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const { policy, askUntil, isOpen } = await windowOf(ctx, db, order)
  const left = await leftOfOrder(db, order)
  const exchanges = await listExchanges(db, [...left.keys()], ctx.clock.now())
  const lines = order.lines.flatMap((line) => {
    const share = left.get(line.variantId)
    if (!share) return []
    return {
      variantId: line.variantId,
      identifier: line.identifier,
      name: line.name,
      attributeValues: line.attributes,
      picture: line.picture ?? placeholderPicture,
      quantity: share.quantity,
      value: toDollars(share.cents),
      exchanges: exchanges
        .filter(({ instead_of }) => instead_of === line.variantId)
        .map(({ variant_id, attributes }) => ({
          variantId: variant_id,
          attributeValues: attributes,
        })),
    }
  })
  return {
    orderNumber: toOrderNumber(order.number),
    canAsk: isOpen && lines.length > 0,
    askUntil: askUntil?.toISOString() ?? null,
    terms: toTerms(policy),
    lines,
    returns: await describeCards(db, order, await listOwnReturns(db, orderId)),
  }
}

/**
 * Asks to return lines of a shopper's order, once under its key. Under a right to withdraw it is
 * approved at once. Throws `ORDER_NOT_FOUND`, `RETURN_TOO_LATE`, `RETURN_LINES` for more than is
 * left of a line, `RETURN_REASON_MISSING`, `EXCHANGE_UNAVAILABLE`, `RETURN_KEY_REUSED`,
 * `RETURN_PHOTO_MISSING`, `TOO_MANY_REQUESTS`.
 */
export async function requestReturn(
  ctx: Context & Pick<AppContext, 'limits'>,
  userId: string,
  wanted: Wanted,
): Promise<ShopperReturn> {
  await ctx.limits.count(requests, userId)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const { orderId } = wanted
    const order = isUuid(orderId)
      ? await findReturnedOrder(tx, orderId, { userId, lock: true })
      : undefined
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const known = (await listOwnReturns(tx, orderId)).find(({ key }) => key === wanted.key)
    if (known) {
      const before = await describeReturn(tx, order, known)
      if (!isSame(before, wanted)) throw new ShopError('RETURN_KEY_REUSED')
      return before
    }
    const { policy, isOpen } = await windowOf(ctx, tx, order)
    if (!isOpen) throw new ShopError('RETURN_TOO_LATE')
    if (!policy.is_withdrawal && wanted.lines.some(({ reason }) => !reason))
      throw new ShopError('RETURN_REASON_MISSING')
    if (wanted.wish === 'EXCHANGE') await checkExchanges(tx, wanted, ctx.clock.now())
    const made = await addReturn(ctx, tx, order, { ...wanted, policy })
    return describeReturn(tx, order, made)
  })
}

/** The returns that an order's shopper has requested. */
async function listOwnReturns(db: Queryable, orderId: string): Promise<ReturnRow[]> {
  return (await listReturnsOfOrder(db, orderId)).filter(({ is_gift }) => !is_gift)
}

function isSame({ lines, wish }: ShopperReturn, wanted: Wanted): boolean {
  return (
    wish === wanted.wish &&
    areSameLines(
      lines.map((line) => ({ ...line, exchangeFor: line.exchangeFor?.variantId })),
      wanted.lines,
    )
  )
}

/** Throws `EXCHANGE_UNAVAILABLE` unless each line has another variant, and all that are wanted of it are in stock. */
export async function checkExchanges(
  tx: Queryable,
  { lines }: Pick<NewReturn, 'lines'>,
  at: Date,
): Promise<void> {
  const offered = await listExchanges(
    tx,
    lines.map(({ variantId }) => variantId),
    at,
  )
  const wanted = new Map<string, number>()
  for (const { variantId, exchangeFor, quantity } of lines) {
    const other = offered.find(
      ({ instead_of, variant_id }) => instead_of === variantId && variant_id === exchangeFor,
    )
    if (!other) throw new ShopError('EXCHANGE_UNAVAILABLE')
    const units = (wanted.get(other.variant_id) ?? 0) + quantity
    if (units > other.stock) throw new ShopError('EXCHANGE_UNAVAILABLE')
    wanted.set(other.variant_id, units)
  }
}

/** The data of a new return. */
interface NewReturn {
  policy: ReturnPolicy
  lines: readonly {
    variantId: string
    quantity: number
    reason?: ReturnLineRow['reason'] | undefined
    exchangeFor?: string | null | undefined
  }[]
  wish: ReturnRow['wish']
  note?: string | null | undefined
  photoIds?: string[] | undefined
  key: string
  /** The address for the exchange that the recipient of a gift has requested. */
  recipient?: Recipient
}

/**
 * Adds a return of a locked order, and e-mails the shopper. Throws `RETURN_LINES` for more than is
 * left of a line.
 */
export async function addReturn(
  ctx: Context,
  tx: Queryable,
  order: ReturnedOrder,
  { policy, lines, wish, note, photoIds = [], key, recipient }: NewReturn,
): Promise<ReturnRow> {
  const at = ctx.clock.now()
  const id = randomUUID()
  const left = await leftOfOrder(tx, order)
  const rows = lines.map(({ variantId, quantity, reason, exchangeFor }) => {
    const share = left.get(variantId)
    if (!share || quantity > share.quantity) throw new ShopError('RETURN_LINES')
    return {
      return_id: id,
      variant_id: variantId,
      quantity,
      reason: reason ?? null,
      value_cents: shareOf(share, quantity),
      condition: null,
      exchange_variant_id: wish === 'EXCHANGE' ? (exchangeFor ?? null) : null,
    }
  })
  const arrivesBy = endOfDaysAfter(at, policy.arrival_days, await shopTimeZoneIn(tx))
  const status: ReturnStatus = 'REQUESTED'
  // Only the giver may withdraw; a gift is exchanged at the discretion of staff.
  const isWithdrawal = policy.is_withdrawal && !recipient
  const row = {
    id,
    order_id: order.id,
    paid_order_id: order.exchangeOf ? await paidOrderOf(tx, order.exchangeOf) : order.id,
    key,
    is_withdrawal: isWithdrawal,
    is_gift: recipient !== undefined,
    status,
    wish,
    policy_id: policy.id,
    note: note || null,
    answer: null,
    arrives_by: arrivesBy,
    tracking_carrier: null,
    tracking_number: null,
    fee_bp: null,
    refunded_cents: null,
    delivery_cents: null,
    wrap_cents: 0,
    created_at: at,
  }
  const made = await insertReturn(tx, row, rows)
  if (recipient) await insertRecipient(tx, { return_id: id, ...recipient })
  const photos = await keepChatUploads(ctx, tx, { ids: photoIds, ownerId: order.userId })
  if (photos.length < new Set(photoIds).size) throw new ShopError('RETURN_PHOTO_MISSING')
  await insertPhotos(tx, id, [...new Set(photos.map((photo) => photo.id))])
  await insertReturnTransition(tx, {
    return_id: id,
    from_status: null,
    to_status: status,
    actor: 'SHOPPER',
    actor_id: recipient ? null : order.userId,
    at,
  })
  await queueReturnEmail(ctx, tx, order, made, rows)
  // A withdrawal needs no decision; its confirmation of receipt says so already.
  return isWithdrawal
    ? moveReturn(ctx, tx, made, { to: 'APPROVED', actor: 'SYSTEM', actorId: null })
    : made
}

async function paidOrderOf(tx: Queryable, returnId: string): Promise<string> {
  const origin = await findReturn(tx, returnId)
  if (!origin) throw new Error(`There is no return ${returnId}`)
  return origin.paid_order_id
}

/** The units of an order that no return takes, by variant; lines without any are left out. */
export async function leftOfOrder(
  db: Queryable,
  order: ReturnedOrder,
): Promise<Map<string, Share>> {
  const taken = await takenOfOrder(db, order.id)
  const worth = order.exchangeOf ? await worthOfExchange(db, order.exchangeOf) : null
  return new Map(
    order.lines
      .map(({ variantId, quantity, paidCents }) => {
        const cents = worth ? (worth.get(variantId) ?? 0) : paidCents
        return [variantId, leftOf({ quantity, cents }, taken.get(variantId) ?? [])] as const
      })
      .filter(([, { quantity }]) => quantity > 0),
  )
}

/** The terms of an order's country, and the last moment to request a return. */
export async function windowOf(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  db: Queryable,
  order: ReturnedOrder,
): Promise<{ policy: ReturnPolicy; askUntil: Date | null; isOpen: boolean }> {
  const now = ctx.clock.now()
  const { status, country, deliveredAt } = order
  // The terms of the day on which the order was delivered stay those of its returns.
  const policy = await returnPolicyFor(db, country, deliveredAt ?? now)
  if (status !== 'DELIVERED' && status !== 'COMPLETED')
    // A withdrawal is possible before the parcel has arrived.
    return { policy, askUntil: null, isOpen: policy.is_withdrawal && status === 'SHIPPED' }
  const askUntil =
    deliveredAt && endOfDaysAfter(deliveredAt, policy.notice_days, await shopTimeZoneIn(db))
  return { policy, askUntil, isOpen: askUntil !== null && now <= askUntil }
}
