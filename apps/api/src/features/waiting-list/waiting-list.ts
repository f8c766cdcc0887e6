import { randomUUID } from 'node:crypto'
import type { WaitingEntry } from '@solvane/contract/waiting-list'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { hashToken, makeToken } from '../auth/secrets.ts'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import { passOn } from './offers.ts'
import { confirmWaitingEmail } from './waiting-emails.ts'
import {
  deleteEntries,
  deleteOldEntries,
  findAddressOf,
  findByToken,
  findWanted,
  idsOfPerson,
  insertEntry,
  listWaitingOf,
  lockEntryOf,
  lockOpenEntry,
  openEntryKey,
  updateEntry,
  type WaitingRow,
} from './waiting-list.queries.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'limits'>

const hour = 60 * 60

const limits = {
  /** Addresses of others, typed in by one network. */
  joinOfNetwork: { name: 'waiting-network', times: 30, seconds: hour },
  joinOfAddress: { name: 'waiting-address', times: 10, seconds: 24 * hour },
  /** Opening links of e-mails. */
  link: { name: 'waiting-link', times: 60, seconds: hour / 4 },
} as const

/** The requester: an account, or a network address alone. */
interface Asker {
  userId: string | null
  address: string
}

/**
 * Joins the list of a variant that is sold out: the confirmed address of an account at once; any other
 * address once its owner has opened the link in an e-mail. An address that is on the list stays where it
 * is, and the answer does not say so. Throws `VARIANT_NOT_FOUND`, `WAITING_LIST_IN_STOCK`,
 * `WAITING_LIST_NEEDS_EMAIL`, `TOO_MANY_REQUESTS`.
 */
export async function joinWaitingList(
  ctx: Context,
  { userId, address }: Asker,
  { variantId, email: typed }: { variantId: string; email?: string | undefined },
): Promise<{ state: 'UNCONFIRMED' | 'WAITING' }> {
  const at = ctx.clock.now()
  const account = userId === null ? undefined : await findAddressOf(ctx.db.kysely, userId)
  const email = account?.email ?? typed
  if (email === undefined) throw new ShopError('WAITING_LIST_NEEDS_EMAIL')
  await ctx.limits.count(limits.joinOfNetwork, networkOf(address))
  await ctx.limits.count(limits.joinOfAddress, email.toLowerCase())
  const wanted = await findWanted(ctx.db.kysely, variantId, at)
  if (!wanted) throw new ShopError('VARIANT_NOT_FOUND')
  if (wanted.stock > 0) throw new ShopError('WAITING_LIST_IN_STOCK')
  // An unconfirmed address may be a stranger's: its offers do not belong to the account.
  const owner = account?.is_confirmed ? userId : null
  const state = owner === null ? 'UNCONFIRMED' : 'WAITING'
  const join = () =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      const open = await lockOpenEntry(tx, variantId, email)
      if (open && open.state !== 'UNCONFIRMED') {
        if (owner && !open.user_id) await updateEntry(tx, open.id, { user_id: owner })
        return
      }
      const id = open?.id ?? randomUUID()
      if (open) await updateEntry(tx, id, { state, ...(owner && { user_id: owner }) })
      else
        await insertEntry(tx, {
          id,
          variant_id: variantId,
          user_id: owner,
          email,
          state,
          asked_at: at,
        })
      if (state === 'WAITING') return
      const token = makeToken()
      const { isDropped } = await queueEmail(ctx, tx, {
        kind: 'waiting-list-confirm',
        key: `${id} ${at.toISOString()}`,
        recipient: email,
        content: confirmWaitingEmail(ctx, wanted, token),
      })
      // Of an address that gets no more e-mails today the link sent before still works.
      if (!isDropped) await updateEntry(tx, id, { token_hash: hashToken(token), link_sent_at: at })
    })
  try {
    await join()
  } catch (error) {
    // Sent twice at once: the other was first.
    if (!isTaken(error, openEntryKey)) throw error
    await join()
  }
  return { state }
}

/** The entry that the link of an e-mail is about. Throws `LINK_EXPIRED`, `TOO_MANY_REQUESTS`. */
export async function getWaitingLink(
  ctx: Context,
  token: string,
  address: string,
): Promise<WaitingEntry> {
  await ctx.limits.count(limits.link, networkOf(address))
  const at = ctx.clock.now()
  const row = await findByToken(ctx.db.kysely, hashToken(token), { at })
  if (!row) throw new ShopError('LINK_EXPIRED')
  return toEntry(row, at)
}

/** Does `work` with the entry of a link, locked. Throws as `getWaitingLink` does. */
async function withLink<Result>(
  ctx: Context,
  { token, address }: { token: string; address: string },
  work: (tx: Queryable, row: WaitingRow, at: Date) => Promise<Result>,
): Promise<Result> {
  await ctx.limits.count(limits.link, networkOf(address))
  const at = ctx.clock.now()
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const row = await findByToken(tx, hashToken(token), { at, isLocked: true })
    if (!row) throw new ShopError('LINK_EXPIRED')
    return work(tx, row, at)
  })
}

/**
 * Confirms the address of an entry; its place counts from when it asked. Opened again it changes nothing.
 * Throws as `getWaitingLink` does.
 */
export function confirmWaiting(ctx: Context, token: string, address: string) {
  return withLink(ctx, { token, address }, async (tx, row, at) => {
    if (row.state !== 'UNCONFIRMED') return toEntry(row, at)
    await updateEntry(tx, row.id, { state: 'WAITING' })
    return toEntry({ ...row, state: 'WAITING' }, at)
  })
}

/** Leaves the list, or gives a reservation up, by the link of an e-mail. Throws as `getWaitingLink` does. */
export async function leaveByLink(ctx: Context, token: string, address: string): Promise<void> {
  const products = await withLink(ctx, { token, address }, (tx, row, at) => leave(tx, row, at))
  ctx.changes.publish(products.map((id) => `product:${id}` as const))
}

/** Leaves the list, or gives a reservation up, as the owner of an entry. Throws `WAITING_NOT_FOUND`. */
export async function leaveMyWaiting(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'db'>,
  userId: string,
  id: string,
): Promise<void> {
  const products = await ctx.db.kysely.transaction().execute(async (tx) => {
    const entry = await lockEntryOf(tx, userId, id)
    if (!entry) throw new ShopError('WAITING_NOT_FOUND')
    return leave(tx, entry, ctx.clock.now())
  })
  ctx.changes.publish(products.map((one) => `product:${one}` as const))
}

/** Ends a locked entry that is open; returns the products whose stock has changed. */
async function leave(
  tx: Queryable,
  { id, state }: Pick<WaitingRow, 'id' | 'state'>,
  at: Date,
): Promise<string[]> {
  if (state === 'OFFERED') return passOn(tx, [id], 'LEFT', at)
  if (state === 'WAITING' || state === 'UNCONFIRMED')
    await updateEntry(tx, id, { state: 'LEFT', token_hash: null })
  return []
}

/**
 * Takes a reservation into the account that has opened its link: its orders can use it. Throws as
 * `getWaitingLink` does.
 */
export function claimOffer(
  ctx: Context,
  { userId, address }: { userId: string; address: string },
  token: string,
): Promise<WaitingEntry> {
  return withLink(ctx, { token, address }, async (tx, row, at) => {
    if (row.state === 'OFFERED' && row.user_id !== userId)
      await updateEntry(tx, row.id, { user_id: userId })
    return toEntry(row, at)
  })
}

/** The entries of a shopper, with the units reserved for them. */
export async function listMyWaiting(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
): Promise<WaitingEntry[]> {
  const at = clock.now()
  const rows = await listWaitingOf(db.kysely, userId, at)
  const open = new Set(['UNCONFIRMED', 'WAITING', 'OFFERED'])
  return rows.map((row) => toEntry(row, at)).filter(({ state }) => open.has(state))
}

/** An offer that has ended is shown as such before the next e-mail is sent. */
function toEntry(row: WaitingRow, at: Date): WaitingEntry {
  const hasEnded = row.state === 'OFFERED' && row.offer_ends_at !== null && row.offer_ends_at <= at
  return {
    id: row.id,
    state: hasEnded ? 'EXPIRED' : row.state,
    variantId: row.variant_id,
    identifier: row.identifier,
    name: row.name,
    attributeValues: row.attributes,
    picture: row.picture ?? placeholderPicture,
    price: toDollars(row.price_cents),
    askedAt: row.asked_at.toISOString(),
    offerEndsAt:
      row.state === 'OFFERED' && !hasEnded ? (row.offer_ends_at?.toISOString() ?? null) : null,
  }
}

const day = 24 * hour * 1000
/** As long as the e-mail with the link states. */
const unconfirmedDays = 7
/** As long as the list of demand looks back. */
const endedDays = 365

/** Removes entries that nobody confirmed and those that ended long ago. */
export async function removeOldWaiting({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  await deleteOldEntries(db.kysely, {
    unconfirmedBefore: new Date(now - unconfirmedDays * day),
    endedBefore: new Date(now - endedDays * day),
  })
}

/** The list, for the export and for closing an account, which passes reserved units on to the next. */
export function waitingOfShopper({ clock }: Pick<AppContext, 'clock'>): PersonalData {
  return {
    name: 'waitingList',
    read: async (db, userId) =>
      (await listWaitingOf(db, userId, clock.now())).map((row) => ({
        product: row.name,
        attributeValues: row.attributes,
        email: row.email,
        state: row.state,
        askedAt: row.asked_at.toISOString(),
      })),
    async erase(tx, userId) {
      const ids = await idsOfPerson(tx, userId)
      await passOn(tx, ids, 'LEFT', clock.now())
      await deleteEntries(tx, ids)
    },
  }
}
