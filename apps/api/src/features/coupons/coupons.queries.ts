import type { Coupon } from '@solvane/contract/coupons'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'

export interface CouponRow {
  id: string
  code: string
  name: string
  discount_type: Coupon['discountType']
  discount_value: number
  minimum_cents: number
  starts_at: Date | null
  valid_until: Date | null
}

/** The user of a coupon: the account, and its e-mail address as stored. */
export interface Customer {
  userId: string
  /** Equal for all accounts with one address, see `customerOf`. */
  customer: Buffer
}

const columns = `c.id, c.code, c.name, c.discount_type, c.discount_value, c.minimum_cents, c.starts_at, c.valid_until`

/**
 * Whether the coupon `c` has uses left, in all and for the customer `who`. Counts no more rows than
 * the limit.
 */
const hasUsesLeft = `
  (c.total_limit is null or c.total_limit > (
    select count(*) from (
      select from coupon_redemption r where r.coupon_id = c.id and r.released_at is null
      limit c.total_limit) uses))
  and (c.customer_limit is null or c.customer_limit > (
    select count(*) from coupon_redemption r
    where r.coupon_id = c.id and r.released_at is null
      and (r.user_id = who.user_id or r.customer = who.customer)))`

const usableNow = `
  select ${columns}
  from coupon c cross join (select $2::uuid as user_id, $3::bytea as customer) who
  where c.is_enabled and (c.starts_at is null or c.starts_at <= $1)
    and (c.valid_until is null or $1 <= c.valid_until) and ${hasUsesLeft}`

/** The coupon of a code, regardless of case, if the customer can use it for these goods at an instant. */
export async function findUsable(
  db: Database,
  { userId, customer }: Customer,
  { code, goodsCents, at }: { code: string; goodsCents: number; at: Date },
): Promise<CouponRow | undefined> {
  const [row] = await db.prepared<CouponRow>(
    'usable_coupon',
    `${usableNow} and lower(c.code) = lower($4) and c.minimum_cents <= $5::bigint`,
    [at, userId, customer, code, goodsCents],
  )
  return row
}

/** The coupons that are shown to customers and that this one can use at an instant, those that end first first. */
export function listUsable(
  db: Database,
  { userId, customer }: Customer,
  at: Date,
): Promise<CouponRow[]> {
  return db.prepared<CouponRow>(
    'usable_coupons',
    `${usableNow} and c.is_listed order by c.valid_until nulls last, c.code`,
    [at, userId, customer],
  )
}

/**
 * Records that an order uses a coupon and returns true, unless no uses are left. Concurrent orders
 * with one coupon wait for each other until their transactions end, so that every use is counted.
 */
export async function insertRedemption(
  tx: Queryable,
  {
    couponId,
    orderId,
    userId,
    customer,
    at,
  }: Customer & { couponId: string; orderId: string; at: Date },
): Promise<boolean> {
  await lockLimitedCoupon(tx, couponId)
  const { numAffectedRows } = await sql`
    insert into coupon_redemption (order_id, coupon_id, user_id, customer, redeemed_at)
    select ${orderId}, c.id, who.user_id, who.customer, ${at}
    from coupon c cross join (select ${userId}::uuid as user_id, ${customer}::bytea as customer) who
    where c.id = ${couponId} and ${sql.raw(hasUsesLeft)}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Counts the released redemption of an order again, unless no uses are left; returns whether it
 * did.
 */
export async function renewRedemption(
  tx: Queryable,
  { couponId, orderId, at }: { couponId: string; orderId: string; at: Date },
): Promise<boolean> {
  await lockLimitedCoupon(tx, couponId)
  const { numAffectedRows } = await sql`
    update coupon_redemption mine set redeemed_at = ${at}, released_at = null
    from coupon_redemption who join coupon c on c.id = who.coupon_id
    where mine.order_id = ${orderId} and who.order_id = mine.order_id and ${sql.raw(hasUsesLeft)}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** An order uses its coupon no more. */
export async function releaseRedemption(tx: Queryable, orderId: string, at: Date): Promise<void> {
  await tx
    .updateTable('coupon_redemption')
    .set({ released_at: at })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .execute()
}

/** The coupons a shopper has used, for the shopper to read. */
export function describeRedemptions(db: Queryable, userId: string) {
  return db
    .selectFrom('coupon_redemption as r')
    .innerJoin('coupon as c', 'c.id', 'r.coupon_id')
    .where('r.user_id', '=', userId)
    .orderBy('r.redeemed_at', 'desc')
    .select([
      'c.code',
      'r.order_id as orderId',
      'r.redeemed_at as redeemedAt',
      'r.released_at as releasedAt',
    ])
    .execute()
}

// The lock is a statement of its own, so that the next statement sees the redemptions that this one
// waited for.
async function lockLimitedCoupon(tx: Queryable, couponId: string): Promise<void> {
  await sql`
    select from coupon
    where id = ${couponId} and (total_limit is not null or customer_limit is not null)
    for no key update`.execute(tx)
}
