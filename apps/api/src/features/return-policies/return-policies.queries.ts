import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The terms of returns in some countries, from a day on. */
export interface ReturnPolicyRow {
  id: string
  /** ISO 3166-1 alpha-2; empty: all countries that no other policy names. */
  countries: string[]
  /** `2014-06-13` */
  valid_from: string
  source: string
  notice_days: number
  arrival_days: number
  /** In hundredths of a percent. */
  fee_from_bp: number
  fee_until_bp: number
  is_withdrawal: boolean
  refunds_delivery: boolean
  shop_pays_postage: boolean
  /** In lines; null until staff have written it, or that of the seller. */
  return_address: string | null
}

const columns = sql`id, countries, valid_from::text as valid_from, source, notice_days, arrival_days,
  fee_from_bp, fee_until_bp, is_withdrawal, refunds_delivery, shop_pays_postage`

/** Without an address of their own, goods go back to the seller. */
const returnAddress = sql`coalesce(return_address, (
  select (c.value ->> 'name') || E'\n' || (c.value ->> 'address') from content c
  where c.key = 'invoicing' and c.value ->> 'address' <> '')) as return_address`

/** The day of an instant in the shop's time zone. */
const dayOf = (at: Date) => sql`(${at}::timestamptz at time zone
  (select c.value ->> 'timeZone' from content c where c.key = 'settings'))::date`

/** Whether a policy has begun at an instant. */
const hasBegun = (at: Date) => sql`valid_from <= ${dayOf(at)}`

/** Whether a day such as `2026-03-01` is over at an instant. */
export async function isPast(db: Queryable, day: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ is_past: boolean }>`
    select ${day}::date < ${dayOf(at)} as is_past`.execute(db)
  return rows[0]?.is_past ?? false
}

/** The policy of a country at an instant: one that names it before one for all others, the newest first. */
export async function findPolicy(
  db: Queryable,
  country: string,
  at: Date,
): Promise<ReturnPolicyRow | undefined> {
  const { rows } = await sql<ReturnPolicyRow>`
    select ${columns}, ${returnAddress} from return_policy
    where (countries = '{}' or countries @> array[${country}]) and ${hasBegun(at)}
    order by countries = '{}', valid_from desc, created_at desc limit 1`.execute(db)
  return rows[0]
}

export async function findPolicyById(
  db: Queryable,
  id: string,
): Promise<ReturnPolicyRow | undefined> {
  const { rows } = await sql<ReturnPolicyRow>`
    select ${columns}, ${returnAddress} from return_policy where id = ${id}`.execute(db)
  return rows[0]
}

/**
 * All policies, also former and future ones, or those that had begun at an instant: those of named
 * countries first, the newest first.
 */
export async function listPolicies(db: Queryable, begunAt?: Date): Promise<ReturnPolicyRow[]> {
  const { rows } = await sql<ReturnPolicyRow>`
    select ${columns}, return_address from return_policy
    where ${begunAt ? hasBegun(begunAt) : sql`true`}
    order by countries = '{}', countries, valid_from desc, created_at desc`.execute(db)
  return rows
}

/** Adds a policy: rows are never changed, because returns keep theirs. */
export async function insertPolicy(
  db: Queryable,
  policy: Omit<ReturnPolicyRow, 'id'>,
): Promise<void> {
  await db.insertInto('return_policy').values(policy).execute()
}
