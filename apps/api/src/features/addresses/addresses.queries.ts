import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

export interface AddressRow {
  id: string
  title: string
  full_name: string
  phone_number: string
  phone_region: string | null
  street_address: string
  address_line2: string | null
  city: string
  state: string | null
  postal_code: string | null
  country: string
  is_default: boolean
}

/** The content of an address, without its place in the address book. */
export type AddressText = Omit<AddressRow, 'id' | 'is_default'>

const columns = [
  'id',
  'title',
  'full_name',
  'phone_number',
  'phone_region',
  'street_address',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'is_default',
] as const

/** Serializes changes of one user's addresses until the transaction ends. */
export async function lockAddresses(tx: Queryable, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`addresses of ${userId}`}, 0))`.execute(
    tx,
  )
}

/** A user's addresses, the default one first, then the newest. */
export function listAddressRows(db: Queryable, userId: string): Promise<AddressRow[]> {
  return db
    .selectFrom('address')
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(columns)
    .execute()
}

/** How many addresses a user has. */
export async function countAddresses(tx: Queryable, userId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('address')
    .where('user_id', '=', userId)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One of a user's addresses; undefined if it is not theirs. */
export function findAddress(
  db: Queryable,
  userId: string,
  id: string,
): Promise<AddressRow | undefined> {
  return db
    .selectFrom('address')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst()
}

/** Adds an address that is not the default, and returns its id. */
export async function insertAddress(
  tx: Queryable,
  userId: string,
  text: AddressText,
  at: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('address')
    .values({ ...text, user_id: userId, is_default: false, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the content of one of a user's addresses. */
export async function updateAddressText(
  tx: Queryable,
  userId: string,
  id: string,
  text: AddressText,
): Promise<void> {
  await tx
    .updateTable('address')
    .set(text)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Makes one of a user's addresses the default instead of the previous one. */
export async function setDefault(tx: Queryable, userId: string, id: string): Promise<void> {
  // The old default is cleared first, so that there are never two.
  await tx
    .updateTable('address')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute()
  await tx
    .updateTable('address')
    .set({ is_default: true })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** The newest of a user's addresses other than `id`; undefined if there is no other. */
export async function findNewestOther(
  tx: Queryable,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const newest = await tx
    .selectFrom('address')
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return newest?.id
}

export async function removeAddress(tx: Queryable, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('address').where('user_id', '=', userId).where('id', '=', id).execute()
}

export async function removeAddresses(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('address').where('user_id', '=', userId).execute()
}
