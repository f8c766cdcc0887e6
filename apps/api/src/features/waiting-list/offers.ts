import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { hashToken, makeToken } from '../auth/secrets.ts'
import {
  endOffers,
  expiredOffers,
  lockUnsentOffer,
  offerStock,
  returnUnits,
  startOffer,
  takeUnits,
  type Units,
  usableOffers,
  variantsToOffer,
} from './offers.queries.ts'
import { offerEmail } from './waiting-emails.ts'

export type { Units }

/**
 * Offers the returned units of these variants to the waiting list, before anybody else can buy
 * them. Code that restocks calls it at the end of its transaction; e-mails follow within a minute.
 */
export async function offerReturned(
  tx: Queryable,
  variantIds: readonly string[],
  at: Date,
): Promise<void> {
  if (variantIds.length > 0) await offerStock(tx, variantIds, at)
}

/**
 * Gives the offers of a shopper to an order: their units are in stock when the order reserves its own, in
 * the same transaction.
 */
export async function takeOffers(
  tx: Queryable,
  {
    userId,
    orderId,
    items,
    at,
  }: {
    userId: string
    orderId: string
    items: readonly { variantId: string; quantity: number }[]
    at: Date
  },
): Promise<void> {
  const variantIds = items.map(({ variantId }) => variantId)
  const offers = await usableOffers(tx, { userId, variantIds, at })
  const ids = items.flatMap(({ variantId, quantity }) =>
    offers
      .filter(({ variant_id }) => variant_id === variantId)
      .slice(0, quantity)
      .map(({ id }) => id),
  )
  if (ids.length === 0) return
  await returnUnits(tx, await endOffers(tx, ids, { state: 'ORDERED', orderId, at }), {
    orderId,
    at,
  })
}

/** Ends offers without an order, and offers their units to the next in line. Returns the products. */
export async function passOn(
  tx: Queryable,
  entryIds: readonly string[],
  state: 'EXPIRED' | 'LEFT',
  at: Date,
): Promise<string[]> {
  return releaseUnits(tx, await endOffers(tx, entryIds, { state, at }), at)
}

/**
 * Reserves units for one person, all or none: they are out of stock until `releaseUnits`, or until
 * `giveUnits` gives them to an order. Returns the products, in the order of the units. Throws
 * `ITEM_UNAVAILABLE` with `details.unavailableItems`.
 */
export async function reserveUnits(
  tx: Queryable,
  units: readonly Units[],
  at: Date,
): Promise<string[]> {
  const wanted = await takeUnits(tx, units, at)
  const there = new Map(
    wanted.filter(({ is_there }) => is_there).map(({ id, product_id }) => [id, product_id]),
  )
  const unavailableItems = units.flatMap(({ variantId }) => (there.has(variantId) ? [] : variantId))
  if (unavailableItems.length > 0) throw new ShopError('ITEM_UNAVAILABLE', { unavailableItems })
  return [...new Set(units.flatMap(({ variantId }) => there.get(variantId) ?? []))]
}

/** Ends the reservation of units, and offers them to the waiting list. Returns the products. */
export async function releaseUnits(
  tx: Queryable,
  units: readonly Units[],
  at: Date,
): Promise<string[]> {
  const back = await returnUnits(tx, units, { at })
  await offerReturned(
    tx,
    back.map(({ id }) => id),
    at,
  )
  return [...new Set(back.map(({ product_id }) => product_id))]
}

/** Ends the reservation of units for an order that reserves them in the same transaction. */
export async function giveUnits(tx: Queryable, units: readonly Units[], at: Date): Promise<void> {
  await returnUnits(tx, units, { at })
}

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs'>

/** Entries of one transaction. */
const atATime = 100

/**
 * Runs every minute: passes on offers that have ended, offers units in stock, and sends the e-mails
 * of new offers. Several processes may run it at once.
 */
export async function processWaitingList(ctx: Context): Promise<void> {
  const { db, clock, changes } = ctx
  const at = clock.now()
  const inTransaction = <Result>(work: (tx: Queryable) => Promise<Result>) =>
    retryAfterDeadlock(() => db.kysely.transaction().execute(work))
  const expired = await expiredOffers(db.kysely, at, atATime)
  const products = await inTransaction((tx) => passOn(tx, expired, 'EXPIRED', at))
  const waited = await variantsToOffer(db.kysely, at)
  const offered = waited.length > 0 ? await inTransaction((tx) => offerStock(tx, waited, at)) : []
  changes.publish([...products, ...offered].map((id) => `product:${id}` as const))
  while (await sendNextOffer(ctx)) {
    // One e-mail a transaction: a failure repeats none of the others.
  }
}

/** Sends the e-mail of the next offer, whose time begins with it; returns false when there is none. */
async function sendNextOffer(ctx: Context): Promise<boolean> {
  const { db, clock, config } = ctx
  return db.kysely.transaction().execute(async (tx) => {
    const at = clock.now()
    const offer = await lockUnsentOffer(tx, at)
    if (!offer) return false
    const token = makeToken()
    const endsAt = new Date(at.getTime() + config.waitingListOfferHours * 3_600_000)
    await startOffer(tx, offer.id, { tokenHash: hashToken(token), endsAt })
    await queueEmail(ctx, tx, {
      kind: 'waiting-list-offer',
      key: `${offer.id} ${at.toISOString()}`,
      recipient: offer.email,
      // The list has confirmed the address, and the offer is worthless without the e-mail.
      isReceipt: true,
      content: offerEmail(ctx, offer, { token, endsAt }),
    })
    return true
  })
}
