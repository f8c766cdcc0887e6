import type { Picture } from '@solvane/contract/catalog'
import type { OrderStatus } from '@solvane/contract/orders'
import type { SelectionState } from '@solvane/contract/selections'
import { type RawBuilder, sql } from 'kysely'
import { isInShop, type Queryable } from '../../platform/database/database.ts'

/** A line of a selection with its variant as it is now; cents. */
export interface SelectionLineRow {
  variant_id: string
  identifier: string
  name: string
  attributes: Record<string, string>
  picture: Picture | null
  quantity: number
  price_cents: number
  current_cents: number
  is_for_sale: boolean
}

export interface SelectionRow {
  id: string
  state: SelectionState
  note: string
  user_id: string | null
  user_email: string | null
  caller_email: string | null
  room_id: string | null
  adviser_name: string | null
  made_at: Date
  ends_at: Date
  order_id: string | null
  order_number: number | null
  order_status: OrderStatus | null
  lines: SelectionLineRow[]
}

async function selectionsWhere(
  db: Queryable,
  condition: RawBuilder<unknown>,
  { at, limit }: { at: Date; limit?: number },
): Promise<SelectionRow[]> {
  const { rows } = await sql<SelectionRow>`
    select s.id, s.state, s.note, s.user_id, u.email as user_email, s.caller_email, s.room_id,
      a.nick_name as adviser_name, s.made_at, s.ends_at,
      s.order_id, o.number as order_number, o.status as order_status,
      (select json_agg(line order by line.position) from (
        select l.position, l.variant_id, p.identifier, p.name, v.attributes,
          coalesce(v.pictures -> 0, p.pictures -> 0) as picture, l.quantity,
          list_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, ${at}) as price_cents,
          current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, ${at}) as current_cents,
          ${isInShop(at)} as is_for_sale
        from adviser_selection_line l join variant v on v.id = l.variant_id join product p on p.id = v.product_id
        where l.selection_id = s.id) line) as lines
    from adviser_selection s join users a on a.id = s.adviser_id left join users u on u.id = s.user_id
      left join orders o on o.id = s.order_id
    where ${condition}
    order by s.made_at desc, s.id
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows
}

/** The selection with this token; undefined if none has it. */
export async function findByToken(
  db: Queryable,
  tokenHash: Buffer,
  at: Date,
): Promise<SelectionRow | undefined> {
  return (await selectionsWhere(db, sql`s.token_hash = ${tokenHash}`, { at }))[0]
}

export async function findSelection(
  db: Queryable,
  id: string,
  at: Date,
): Promise<SelectionRow | undefined> {
  return (await selectionsWhere(db, sql`s.id = ${id}`, { at }))[0]
}

/** The latest selections of a conversation, of a customer, or of all, the newest first. */
export function listSelectionRows(
  db: Queryable,
  {
    roomId,
    userId,
    at,
    limit,
  }: { roomId?: string | undefined; userId?: string | undefined; at: Date; limit?: number },
): Promise<SelectionRow[]> {
  const ofRoom = roomId === undefined ? sql`true` : sql`s.room_id = ${roomId}`
  const ofUser = userId === undefined ? sql`true` : sql`s.user_id = ${userId}`
  return selectionsWhere(db, sql`${ofRoom} and ${ofUser}`, { at, ...(limit && { limit }) })
}

/** Those of an account, and those for callers with its confirmed address. */
export function listSelectionsOfPerson(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<SelectionRow[]> {
  const condition = sql`s.user_id = ${userId} or lower(s.caller_email) = (
    select lower(email) from users where id = ${userId} and email_verified_at is not null)`
  return selectionsWhere(db, condition, { at })
}

/** The constraint against a second selection under one key. */
export const selectionKey = 'adviser_selection_pkey'

/** Inserts a selection without its lines. Fails with `selectionKey` if there is one with its id. */
export async function insertSelection(
  tx: Queryable,
  selection: {
    id: string
    token_hash: Buffer
    note: string
    adviser_id: string
    user_id: string | null
    caller_email: string | null
    room_id: string | null
    made_at: Date
    ends_at: Date
  },
): Promise<void> {
  await tx.insertInto('adviser_selection').values(selection).execute()
}

export async function insertSelectionLines(
  tx: Queryable,
  selectionId: string,
  lines: readonly { variantId: string; quantity: number }[],
): Promise<void> {
  await tx
    .insertInto('adviser_selection_line')
    .values(
      lines.map(({ variantId, quantity }, position) => ({
        selection_id: selectionId,
        position,
        variant_id: variantId,
        quantity,
      })),
    )
    .execute()
}

/**
 * Locks a selection, and returns the fields that decide whether it can be ordered; undefined if it
 * does not exist.
 */
export async function lockSelection(
  tx: Queryable,
  named: { id: string } | { tokenHash: Buffer },
): Promise<{ id: string; state: SelectionState; ends_at: Date } | undefined> {
  const condition =
    'id' in named ? sql<boolean>`id = ${named.id}` : sql<boolean>`token_hash = ${named.tokenHash}`
  return tx
    .selectFrom('adviser_selection')
    .select(['id', 'state', 'ends_at'])
    .where(condition)
    .forUpdate()
    .executeTakeFirst() as Promise<{ id: string; state: SelectionState; ends_at: Date } | undefined>
}

/** The end of a selection: without an order, or in one of a shopper. */
export type SelectionEnd =
  | { state: 'EXPIRED' | 'TAKEN_BACK' }
  | { state: 'ORDERED'; orderId: string; userId: string }

/** Ends the open ones of these selections, and returns the units that they had reserved. */
export async function endSelections(
  tx: Queryable,
  ids: readonly string[],
  end: SelectionEnd & { at: Date },
): Promise<{ variantId: string; quantity: number }[]> {
  const [orderId, userId] = end.state === 'ORDERED' ? [end.orderId, end.userId] : [null, null]
  const { rows } = await sql<{ variantId: string; quantity: number }>`
    with mine as materialized (
      select id from adviser_selection where id = any (${ids}::uuid[]) and state = 'OPEN'
      order by id
      for update
    ), ended as (
      update adviser_selection s
      set state = ${end.state}, ended_at = ${end.at}, order_id = ${orderId}::uuid, user_id = coalesce(${userId}::uuid, s.user_id),
        caller_email = case when ${userId}::uuid is null then s.caller_email end
      from mine where s.id = mine.id
    )
    select l.variant_id as "variantId", sum(l.quantity)::integer as quantity
    from mine join adviser_selection_line l on l.selection_id = mine.id
    group by l.variant_id`.execute(tx)
  return rows
}

/** Open selections whose time is over at an instant, at most `limit`. */
export async function expiredSelections(db: Queryable, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('adviser_selection')
    .where('state', '=', 'OPEN')
    .where('ends_at', '<=', at)
    .orderBy('ends_at')
    .select('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives the selections of a guest's conversation to the shopper's that it becomes part of. */
export async function moveToRoom(
  tx: Queryable,
  { from, into, userId }: { from: string; into: string; userId: string },
): Promise<void> {
  await sql`update adviser_selection set room_id = ${into}, user_id = coalesce(user_id, ${userId})
    where room_id = ${from}`.execute(tx)
}

/** An account that a selection is made for. */
export interface SelectionRecipient {
  id: string
  email: string
  nick_name: string | null
  is_confirmed: boolean
}

/** The account with this id or address; undefined if there is none, or it is closed. */
export async function findRecipient(
  db: Queryable,
  named: { id: string } | { email: string },
): Promise<SelectionRecipient | undefined> {
  const condition =
    'id' in named ? sql`id = ${named.id}` : sql`lower(email) = lower(${named.email})`
  const { rows } = await sql<SelectionRecipient>`
    select id, email, nick_name, email_verified_at is not null as is_confirmed from users
    where ${condition} and deleted_at is null and email is not null`.execute(db)
  return rows[0]
}

/** Removes selections that ended before an instant. */
export async function deleteEndedBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('adviser_selection').where('ended_at', '<', before).execute()
}

/** Removes the addresses of callers from selections that ended before an instant. */
export async function forgetCallersBefore(db: Queryable, before: Date): Promise<void> {
  await db
    .updateTable('adviser_selection')
    .set({ caller_email: null })
    .where('caller_email', 'is not', null)
    .where('ended_at', '<', before)
    .execute()
}

export async function deleteSelections(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`delete from adviser_selection where id = any (${ids}::uuid[])`.execute(tx)
}
