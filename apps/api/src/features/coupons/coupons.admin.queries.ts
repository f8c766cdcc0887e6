import type { CouponState, couponSorts } from '@solvane/contract/coupons.admin'
import type { OrderStatus } from '@solvane/contract/orders'
import { type SqlBool, sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { CouponRow } from './coupons.queries.ts'

/** A coupon as staff see it. */
export interface StaffCouponRow extends CouponRow {
  total_limit: number | null
  customer_limit: number | null
  is_listed: boolean
  is_enabled: boolean
  created_at: Date
  version: number
  /** Uses that count. */
  uses: number
  was_redeemed: boolean
  state: CouponState
}

/** The fields of a coupon that staff write. */
export type CouponText = Pick<
  StaffCouponRow,
  | 'code'
  | 'name'
  | 'discount_type'
  | 'discount_value'
  | 'minimum_cents'
  | 'starts_at'
  | 'valid_until'
  | 'total_limit'
  | 'customer_limit'
  | 'is_listed'
>

const sortColumns = {
  createdAt: sql`c.created_at`,
  code: sql`lower(c.code)`,
  // A coupon without an end sorts last.
  validUntil: sql`coalesce(c.valid_until, 'infinity')`,
} as const

const uses = sql<number>`(
  select count(*) from coupon_redemption r where r.coupon_id = c.id and r.released_at is null)`

const stateAt = (at: Date) => sql<CouponState>`case
  when not c.is_enabled then 'DISABLED'
  when c.valid_until < ${at} then 'ENDED'
  when c.total_limit <= ${uses} then 'USED_UP'
  when c.starts_at > ${at} then 'SCHEDULED'
  else 'ACTIVE' end`

function staffCoupons(db: Queryable, at: Date) {
  return db
    .selectFrom('coupon as c')
    .selectAll('c')
    .select([
      uses.as('uses'),
      sql<boolean>`exists (select from coupon_redemption r where r.coupon_id = c.id)`.as(
        'was_redeemed',
      ),
      stateAt(at).as('state'),
    ])
}

/** The filter of the list of coupons. */
export interface CouponFilter {
  /** Looked for in code and name. */
  text?: string | undefined
  state?: CouponState | undefined
}

const matches = ({ text, state }: CouponFilter, at: Date) => sql<SqlBool>`
  ${text === undefined ? sql`true` : sql`strpos(lower(c.code || ' ' || c.name), lower(${text})) > 0`}
  and ${state === undefined ? sql`true` : sql`${stateAt(at)} = ${state}`}`

/** A page of coupons as they are at an instant. */
export function listStaffCouponRows(
  db: Queryable,
  filter: CouponFilter,
  at: Date,
  page: {
    sort: (typeof couponSorts)[number]
    order: 'asc' | 'desc'
    limit: number
    offset: number
  },
): Promise<StaffCouponRow[]> {
  return staffCoupons(db, at)
    .where(matches(filter, at))
    .orderBy(sortColumns[page.sort], page.order)
    .orderBy('c.id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<StaffCouponRow>()
    .execute()
}

/** How many coupons that list has in all. */
export async function countStaffCoupons(
  db: Queryable,
  filter: CouponFilter,
  at: Date,
): Promise<number> {
  const { total } = await db
    .selectFrom('coupon as c')
    .where(matches(filter, at))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export function findStaffCoupon(
  db: Queryable,
  id: string,
  at: Date,
): Promise<StaffCouponRow | undefined> {
  return staffCoupons(db, at).where('c.id', '=', id).$castTo<StaffCouponRow>().executeTakeFirst()
}

/** Keeps a coupon from being used, and edited by another, until the transaction ends. */
export async function lockCoupon(tx: Queryable, id: string): Promise<void> {
  await tx.selectFrom('coupon').select('id').where('id', '=', id).forUpdate().execute()
}

export async function insertCoupon(
  db: Queryable,
  coupon: CouponText & { id: string; created_at: Date },
): Promise<void> {
  await db.insertInto('coupon').values(coupon).execute()
}

export async function updateCouponRow(
  tx: Queryable,
  id: string,
  change: Partial<CouponText & Pick<StaffCouponRow, 'is_enabled'>>,
): Promise<void> {
  await tx
    .updateTable('coupon')
    .set((row) => ({ ...change, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** An order that had a coupon. */
export interface RedemptionRow {
  order_id: string
  number: number
  status: OrderStatus
  discount_cents: number
  user_id: string
  /** Null once the account is closed. */
  email: string | null
  redeemed_at: Date
  released_at: Date | null
}

/** A page of the orders that had a coupon; with `counting` only those that count. */
export function listRedemptionRows(
  db: Queryable,
  couponId: string,
  { counting }: { counting: boolean },
  page: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<RedemptionRow[]> {
  return db
    .selectFrom('coupon_redemption as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.order_id',
      'o.number',
      'o.status',
      'o.discount_cents',
      'r.user_id',
      'u.email',
      'r.redeemed_at',
      'r.released_at',
    ])
    .where('r.coupon_id', '=', couponId)
    .$if(counting, (redemptions) => redemptions.where('r.released_at', 'is', null))
    .orderBy('r.redeemed_at', page.order)
    .orderBy('r.order_id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<RedemptionRow>()
    .execute()
}

export async function countRedemptions(
  db: Queryable,
  couponId: string,
  { counting }: { counting: boolean },
): Promise<number> {
  const { total } = await db
    .selectFrom('coupon_redemption')
    .where('coupon_id', '=', couponId)
    .$if(counting, (redemptions) => redemptions.where('released_at', 'is', null))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
