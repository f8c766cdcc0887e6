import type {
  cancelGiftExchange as cancelEndpoint,
  RecipientGift,
  requestGiftExchange as requestEndpoint,
} from '@solvane/contract/gift-exchanges'
import { toReturnNumber } from '@solvane/contract/returns'
import type { StaffReturn } from '@solvane/contract/returns.admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { placeholderPicture } from '../catalog/to-card.ts'
import { readDocument } from '../content/documents.ts'
import { zoneFor } from '../delivery/delivery-rules.ts'
import { findGiftByCode } from '../orders/gifts.ts'
import {
  findReturnedOrder,
  type Recipient,
  type ReturnedOrder,
  type ReturnedOrderLine,
} from '../orders/returned-orders.ts'
import { describeLines } from './describe-returns.ts'
import { findRecipient } from './gift-exchange.queries.ts'
import { lockReturnWithOrder, moveReturn } from './move-return.ts'
import { addReturn, checkExchanges, leftOfOrder, windowOf } from './request-return.ts'
import { areSameLines, mayMoveReturn } from './return-rules.ts'
import {
  isExchangeCancelled,
  linesOfReturns,
  listExchanges,
  listReturnsOfOrder,
} from './returns.queries.ts'

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs' | 'limits'>

const hour = 60 * 60
const limits = {
  /** Codes cannot be guessed; this saves the database useless lookups. */
  ofNetwork: { name: 'gift-links-of-network', times: 60, seconds: hour / 4 },
  /** E-mails go to any address that is given. */
  requestsOfNetwork: { name: 'gift-exchanges-of-network', times: 10, seconds: hour },
  requestsOfGift: { name: 'gift-exchanges-of-gift', times: 10, seconds: 24 * hour },
} as const

type Gift = NonNullable<Awaited<ReturnType<typeof findGiftByCode>>>

/** A gift as its recipient sees it. Throws `LINK_EXPIRED`, `TOO_MANY_REQUESTS`. */
export async function openGift(
  ctx: Context,
  code: string,
  address: string,
): Promise<RecipientGift> {
  await ctx.limits.count(limits.ofNetwork, networkOf(address))
  const db = ctx.db.kysely
  const gift = await findGift(db, code)
  return describeGift(ctx, db, gift, await orderOf(db, gift))
}

async function findGift(db: Queryable, code: string): Promise<Gift> {
  const gift = await findGiftByCode(db, code)
  if (!gift) throw new ShopError('LINK_EXPIRED')
  return gift
}

async function orderOf(
  db: Queryable,
  { orderId }: Gift,
  options: { lock?: boolean } = {},
): Promise<ReturnedOrder> {
  const order = await findReturnedOrder(db, orderId, options)
  if (!order) throw new Error(`The order ${orderId} of a gift is missing`)
  return order
}

/**
 * Asks to exchange items of a gift, once under its key; what is sent instead goes to the
 * recipient's own address. Throws `LINK_EXPIRED`, `RETURN_TOO_LATE`, `RETURN_LINES` for more than is
 * left of a line, `EXCHANGE_UNAVAILABLE`, `COUNTRY_NOT_DELIVERED`, `RETURN_KEY_REUSED` for another request under the same
 * key, `TOO_MANY_REQUESTS`.
 */
export async function requestGiftExchange(
  ctx: Context,
  { code, lines, email, address: to, key: given }: z.output<typeof requestEndpoint.body>,
  address: string,
): Promise<RecipientGift> {
  await ctx.limits.count(limits.requestsOfNetwork, networkOf(address))
  const gift = await findGift(ctx.db.kysely, code)
  await ctx.limits.count(limits.requestsOfGift, gift.orderId)
  const zone = zoneFor(await readDocument(ctx, 'delivery'), {
    country: to.country,
    postalCode: to.postalCode ?? null,
  })
  if (!zone) throw new ShopError('COUNTRY_NOT_DELIVERED')
  const recipient: Recipient = {
    email,
    full_name: to.fullName,
    phone_number: to.phoneNumber,
    street_address: to.streetAddress,
    address_line2: to.addressLine2 || null,
    city: to.city,
    state: to.state || null,
    postal_code: to.postalCode || null,
    country: to.country,
  }
  const key = `gift:${given}`
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const order = await orderOf(tx, gift, { lock: true })
    const known = (await listReturnsOfOrder(tx, order.id)).find((one) => one.key === key)
    if (known) {
      if (!(await isSame(tx, known.id, { lines, recipient })))
        throw new ShopError('RETURN_KEY_REUSED')
    } else {
      const { policy, isOpen } = await windowOf(ctx, tx, order)
      if (!isOpen) throw new ShopError('RETURN_TOO_LATE')
      await checkExchanges(tx, { lines }, ctx.clock.now())
      await addReturn(ctx, tx, order, { policy, lines, wish: 'EXCHANGE', key, recipient })
    }
    return describeGift(ctx, tx, gift, order)
  })
}

/** Whether a return is of these lines, and goes to this recipient. */
async function isSame(
  tx: Queryable,
  returnId: string,
  wanted: {
    lines: z.output<typeof requestEndpoint.body>['lines']
    recipient: Recipient
  },
): Promise<boolean> {
  const rows = (await linesOfReturns(tx, [returnId])).get(returnId) ?? []
  const lines = rows.map(({ variant_id, quantity, exchange_variant_id }) => {
    return { variantId: variant_id, quantity, exchangeFor: exchange_variant_id }
  })
  const recipient = await findRecipient(tx, returnId)
  return (
    areSameLines(lines, wanted.lines) &&
    Object.entries(wanted.recipient).every(
      ([field, value]) => recipient?.[field as keyof Recipient] === value,
    )
  )
}

/**
 * Cancels an exchange of a gift before the shop has received it. Throws `LINK_EXPIRED`,
 * `RETURN_NOT_FOUND`, `RETURN_STATE`, `TOO_MANY_REQUESTS`.
 */
export async function cancelGiftExchange(
  ctx: Context,
  { code, returnId }: z.output<typeof cancelEndpoint.body>,
  address: string,
): Promise<RecipientGift> {
  await ctx.limits.count(limits.ofNetwork, networkOf(address))
  const gift = await findGift(ctx.db.kysely, code)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const { row, order } = await lockReturnWithOrder(tx, returnId)
    if (order.id !== gift.orderId || !row.is_gift) throw new ShopError('RETURN_NOT_FOUND')
    await moveReturn(ctx, tx, row, { to: 'CANCELLED', actor: 'SHOPPER', actorId: null })
    return describeGift(ctx, tx, gift, order)
  })
}

function toGiftItem({ variantId, name, attributes, picture }: ReturnedOrderLine, quantity: number) {
  return {
    variantId,
    name,
    attributeValues: attributes,
    picture: picture ?? placeholderPicture,
    quantity,
  }
}

async function describeGift(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  db: Queryable,
  { gift: { message, sender } }: Gift,
  order: ReturnedOrder,
): Promise<RecipientGift> {
  const { policy, askUntil, isOpen } = await windowOf(ctx, db, order)
  const left = isOpen ? await leftOfOrder(db, order) : new Map<string, never>()
  const instead = await listExchanges(db, [...left.keys()], ctx.clock.now())
  return {
    message,
    sender,
    items: order.lines.map((line) => toGiftItem(line, line.quantity)),
    exchangeable: order.lines.flatMap((line) => {
      const quantity = left.get(line.variantId)?.quantity
      if (quantity === undefined) return []
      const exchanges = instead
        .filter(({ instead_of }) => instead_of === line.variantId)
        .map(({ variant_id: variantId, attributes: attributeValues }) => ({
          variantId,
          attributeValues,
        }))
      return { ...toGiftItem(line, quantity), exchanges }
    }),
    askUntil: askUntil?.toISOString() ?? null,
    arrivalDays: policy.arrival_days,
    shopPaysPostage: policy.shop_pays_postage,
    returnAddress: policy.return_address,
    exchanges: await describeExchanges(db, order),
  }
}

async function describeExchanges(
  db: Queryable,
  order: ReturnedOrder,
): Promise<RecipientGift['exchanges']> {
  const rows = (await listReturnsOfOrder(db, order.id)).filter(({ is_gift }) => is_gift)
  const lines = await linesOfReturns(
    db,
    rows.map(({ id }) => id),
  )
  return Promise.all(
    rows.map(async ({ id, number, status, created_at, arrives_by }) => ({
      id,
      returnNumber: toReturnNumber(number),
      status,
      isExchangeCancelled: await isExchangeCancelled(db, { id, status }),
      createdAt: created_at.toISOString(),
      arrivesBy: arrives_by.toISOString(),
      lines: (await describeLines(db, order, lines.get(id) ?? [])).map((line) => ({
        variantId: line.variantId,
        name: line.name,
        attributeValues: line.attributeValues,
        picture: line.picture,
        quantity: line.quantity,
        exchangeFor: line.exchangeFor?.attributeValues ?? {},
      })),
      canCancel: mayMoveReturn(status, 'CANCELLED', 'SHOPPER'),
    })),
  )
}

/** The address for the exchange of a gift. Throws `RETURN_STATE` if it was removed. */
export async function recipientOf(db: Queryable, returnId: string): Promise<Recipient> {
  const recipient = await findRecipient(db, returnId)
  if (!recipient) throw new ShopError('RETURN_STATE')
  return recipient
}

/** The recipient of a gift as staff see them. */
export function toRecipient({
  email,
  ...address
}: Recipient): NonNullable<NonNullable<StaffReturn['gift']>['recipient']> {
  return {
    email,
    address: {
      fullName: address.full_name,
      phoneNumber: address.phone_number,
      streetAddress: address.street_address,
      addressLine2: address.address_line2,
      city: address.city,
      state: address.state,
      postalCode: address.postal_code,
      country: address.country,
    },
  }
}
