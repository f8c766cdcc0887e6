import type { Picture } from '@solvane/contract/catalog'
import type { DemandRow, demandSorts, WaitingState } from '@solvane/contract/waiting-list'
import { sql } from 'kysely'
import { containing, isInShop, type Queryable } from '../../platform/database/database.ts'

/** The index that a second open entry of one address breaks. */
export const openEntryKey = 'waiting_list_entry_open'

/** An entry with its variant; amounts in cents. */
export interface WaitingRow {
  id: string
  state: WaitingState
  user_id: string | null
  email: string
  variant_id: string
  identifier: string
  name: string
  attributes: Record<string, string>
  picture: Picture | null
  price_cents: number
  asked_at: Date
  offer_ends_at: Date | null
}

/** Whether the entry `e` is a shopper's: of the account, or of its confirmed address and no account's. */
export const isOf = (userId: string) => sql<boolean>`(e.user_id = ${userId} or e.user_id is null
  and lower(e.email) = (select lower(u.email) from users u where u.id = ${userId} and u.email_verified_at is not null))`

const entries = (at: Date) => sql`
  select e.id, e.state, e.user_id, e.email, e.variant_id, p.identifier, p.name, v.attributes,
    coalesce(v.pictures -> 0, p.pictures -> 0) as picture,
    current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, ${at}) as price_cents,
    e.asked_at, e.offer_ends_at
  from waiting_list_entry e join variant v on v.id = e.variant_id join product p on p.id = v.product_id`

/** The entry of the link in an e-mail; undefined if there is none. Locked with `isLocked`. */
export async function findByToken(
  db: Queryable,
  tokenHash: Buffer,
  { at, isLocked = false }: { at: Date; isLocked?: boolean },
): Promise<WaitingRow | undefined> {
  const { rows } = await sql<WaitingRow>`${entries(at)}
    where e.token_hash = ${tokenHash} ${isLocked ? sql`for update of e` : sql``}`.execute(db)
  return rows[0]
}

/** The entries of a shopper with their offers and outcomes, the newest first. */
export async function listWaitingOf(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`${entries(at)}
    where ${isOf(userId)} order by e.asked_at desc, e.id`.execute(db)
  return rows
}

/** An entry of a shopper, locked; undefined if they have no such entry. */
export async function lockEntryOf(
  tx: Queryable,
  userId: string,
  id: string,
): Promise<{ id: string; state: WaitingState } | undefined> {
  const { rows } = await sql<{ id: string; state: WaitingState }>`
    select e.id, e.state from waiting_list_entry e where e.id = ${id} and ${isOf(userId)}
    for update of e`.execute(tx)
  return rows[0]
}

/** A variant that can be waited for: undefined when it is not for sale. */
export async function findWanted(
  db: Queryable,
  variantId: string,
  at: Date,
): Promise<{ name: string; attributes: Record<string, string>; stock: number } | undefined> {
  const { rows } = await sql<{ name: string; attributes: Record<string, string>; stock: number }>`
    select p.name, v.attributes, v.stock from variant v join product p on p.id = v.product_id
    where v.id = ${variantId} and ${isInShop(at)}`.execute(db)
  return rows[0]
}

/** The address of an account, and whether it is confirmed. */
export async function findAddressOf(
  db: Queryable,
  userId: string,
): Promise<{ email: string; is_confirmed: boolean } | undefined> {
  const { rows } = await sql<{ email: string; is_confirmed: boolean }>`
    select email, email_verified_at is not null as is_confirmed from users
    where id = ${userId} and email is not null`.execute(db)
  return rows[0]
}

/** The open entry of an address for a variant, locked; undefined without one. */
export async function lockOpenEntry(
  tx: Queryable,
  variantId: string,
  email: string,
): Promise<{ id: string; state: WaitingState; user_id: string | null } | undefined> {
  const { rows } = await sql<{ id: string; state: WaitingState; user_id: string | null }>`
    select id, state, user_id from waiting_list_entry
    where variant_id = ${variantId} and lower(email) = lower(${email})
      and state in ('UNCONFIRMED', 'WAITING', 'OFFERED')
    for update`.execute(tx)
  return rows[0]
}

export async function insertEntry(
  tx: Queryable,
  entry: {
    id: string
    variant_id: string
    user_id: string | null
    email: string
    state: 'UNCONFIRMED' | 'WAITING'
    asked_at: Date
  },
): Promise<void> {
  await tx.insertInto('waiting_list_entry').values(entry).execute()
}

export async function updateEntry(
  tx: Queryable,
  id: string,
  change: {
    state?: WaitingState
    user_id?: string
    token_hash?: Buffer | null
    link_sent_at?: Date
  },
): Promise<void> {
  await tx.updateTable('waiting_list_entry').set(change).where('id', '=', id).execute()
}

/**
 * Removes unconfirmed entries whose newest link was sent before an instant, and ended entries whose
 * reservation ended (or which began, if there was no reservation) before another.
 */
export async function deleteOldEntries(
  db: Queryable,
  { unconfirmedBefore, endedBefore }: { unconfirmedBefore: Date; endedBefore: Date },
): Promise<void> {
  await sql`delete from waiting_list_entry
    where state = 'UNCONFIRMED' and coalesce(link_sent_at, asked_at) < ${unconfirmedBefore}
      or state in ('ORDERED', 'EXPIRED', 'LEFT') and asked_at < ${endedBefore}
        and coalesce(offer_ends_at, asked_at) < ${endedBefore}`.execute(db)
}

/** The entries of a shopper. */
export async function idsOfPerson(tx: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from waiting_list_entry e where ${isOf(userId)} order by e.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteEntries(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`delete from waiting_list_entry where id = any (${ids}::uuid[])`.execute(tx)
}

/** How many wait for a variant; `total` is how many variants there are in all. */
type Row = Omit<DemandRow, 'since'> & { since: Date | null; total: number }

const orders = {
  waiting: sql`waiting`,
  name: sql`lower(p.name)`,
  since: sql`since`,
}

export async function listDemandRows(
  db: Queryable,
  {
    q,
    page,
    size,
    sort,
    order,
  }: {
    q?: string | undefined
    page: number
    size: number
    sort: (typeof demandSorts)[number]
    order: 'asc' | 'desc'
  },
): Promise<Row[]> {
  const direction = sql.raw(order)
  const { rows } = await sql<Row>`
    with wanted as (
      select variant_id,
        count(*) filter (where state = 'WAITING') as waiting,
        count(*) filter (where state = 'UNCONFIRMED') as unconfirmed,
        count(*) filter (where state = 'OFFERED') as offered,
        count(*) filter (where state = 'ORDERED') as ordered,
        count(*) filter (where state = 'EXPIRED') as expired,
        min(asked_at) filter (where state = 'WAITING') as since
      from waiting_list_entry group by variant_id)
    select v.id, p.id as "productId", p.name, v.attributes as "attributeValues",
      coalesce(v.pictures -> 0, p.pictures -> 0) as picture, v.stock,
      w.waiting, w.unconfirmed, w.offered, w.ordered, w.expired, w.since, count(*) over () as total
    from wanted w join variant v on v.id = w.variant_id join product p on p.id = v.product_id
    where (w.waiting > 0 or w.unconfirmed > 0 or w.offered > 0)
      and ${q ? sql`lower(p.name) like ${containing(q)}` : sql`true`}
    order by ${orders[sort]} ${direction} nulls last, v.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}
