import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { hashToken, makeToken } from '../auth/tokens.ts'
import {
  endOffers,
  lapsedOffers,
  lockUnsentOffer,
  offerStock,
  startOffer,
  usableOffers,
  variantsToOffer,
} from './offers.queries.ts'
import { offerEmail } from './waiting-emails.ts'

/**
 * Offers what has come back of these variants to whoever waits for them, before anybody else can buy it.
 * Whoever puts stock back calls it at the end of the transaction; e-mails follow within a minute.
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
  if (ids.length > 0) await endOffers(tx, ids, { state: 'ORDERED', orderId, at })
}

/** Ends offers without an order, and offers their units to the next who wait. Gives the products. */
export async function passOn(
  tx: Queryable,
  entryIds: readonly string[],
  state: 'LAPSED' | 'LEFT',
  at: Date,
): Promise<string[]> {
  const back = await endOffers(tx, entryIds, { state, at })
  await offerReturned(
    tx,
    back.map(({ id }) => id),
    at,
  )
  return [...new Set(back.map(({ product_id }) => product_id))]
}

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs'>

/** Entries of one transaction. */
const atATime = 100

/**
 * Runs every minute: passes on offers that have ended, offers what is in stock,
 * and sends the e-mails of new offers. Safe in several processes at once.
 */
export async function tendWaitingList(ctx: Context): Promise<void> {
  const { db, clock, changes } = ctx
  const at = clock.now()
  const inTransaction = <Result>(work: (tx: Queryable) => Promise<Result>) =>
    retryAfterDeadlock(() => db.kysely.transaction().execute(work))
  const lapsed = await lapsedOffers(db.kysely, at, atATime)
  const products = await inTransaction((tx) => passOn(tx, lapsed, 'LAPSED', at))
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
      // Its address is confirmed by the list, and the offer is worth nothing without the e-mail.
      isReceipt: true,
      content: offerEmail(ctx, offer, { token, endsAt }),
    })
    return true
  })
}
