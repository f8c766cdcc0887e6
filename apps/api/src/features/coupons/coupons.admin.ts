import { randomUUID } from 'node:crypto'
import type {
  CouponInput,
  listCoupons as listCouponsEndpoint,
  listRedemptions as listRedemptionsEndpoint,
  Redemption,
  StaffCoupon,
} from '@solvane/contract/coupons.admin'
import { toOrderNumber } from '@solvane/contract/orders'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { toDollars } from '../catalog/to-card.ts'
import {
  type CouponText,
  countRedemptions,
  countStaffCoupons,
  findStaffCoupon,
  insertCoupon,
  listRedemptionRows,
  listStaffCouponRows,
  lockCoupon,
  type StaffCouponRow,
  updateCouponRow,
} from './coupons.admin.queries.ts'
import { describeRedemptions } from './coupons.queries.ts'
import { toCoupon } from './coupons.ts'

type Context = Pick<AppContext, 'clock' | 'db'>

/** A page of coupons for staff, and how many there are in all. */
export async function listCoupons(
  { db: { kysely: db }, clock }: Context,
  { page, size, q, state, sort, order }: z.output<typeof listCouponsEndpoint.query>,
): Promise<{ data: StaffCoupon[]; total: number }> {
  const [filter, at] = [{ text: q || undefined, state }, clock.now()]
  const [rows, total] = await Promise.all([
    listStaffCouponRows(db, filter, at, { sort, order, limit: size, offset: (page - 1) * size }),
    countStaffCoupons(db, filter, at),
  ])
  return { data: rows.map(toStaffCoupon), total }
}

/** A coupon for staff. Throws `COUPON_NOT_FOUND`. */
export async function getCoupon({ db, clock }: Context, id: string): Promise<StaffCoupon> {
  const row = await findStaffCoupon(db.kysely, id, clock.now())
  if (!row) throw new ShopError('COUPON_NOT_FOUND')
  return toStaffCoupon(row)
}

function toStaffCoupon(row: StaffCouponRow): StaffCoupon {
  return {
    ...toCoupon(row),
    totalLimit: row.total_limit,
    customerLimit: row.customer_limit,
    isListed: row.is_listed,
    isEnabled: row.is_enabled,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    uses: row.uses,
    wasRedeemed: row.was_redeemed,
  }
}

/** A page of the orders that had a coupon, and how many there are in all. Throws `COUPON_NOT_FOUND`. */
export async function listRedemptions(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  couponId: string,
  { page, size, order, counting }: z.output<typeof listRedemptionsEndpoint.query>,
): Promise<{ data: Redemption[]; total: number }> {
  const db = ctx.db.kysely
  await getCoupon(ctx, couponId)
  const [rows, total] = await Promise.all([
    listRedemptionRows(
      db,
      couponId,
      { counting },
      { order, limit: size, offset: (page - 1) * size },
    ),
    countRedemptions(db, couponId, { counting }),
  ])
  const data = rows.map((row) => ({
    orderId: row.order_id,
    orderNumber: toOrderNumber(row.number),
    orderStatus: row.status,
    customer: row.email === null ? null : { id: row.user_id, email: row.email },
    discountAmount: toDollars(row.discount_cents),
    redeemedAt: row.redeemed_at.toISOString(),
    releasedAt: row.released_at?.toISOString() ?? null,
  }))
  return { data, total }
}

/** The coupons that an account has used, the newest first, for staff. */
export async function redemptionsOf({ db }: Pick<AppContext, 'db'>, userId: string) {
  const rows = await describeRedemptions(db.kysely, userId)
  return rows.map(({ code, orderId, redeemedAt, releasedAt }) => ({
    code,
    orderId,
    redeemedAt: redeemedAt.toISOString(),
    releasedAt: releasedAt?.toISOString() ?? null,
  }))
}

/**
 * Adds a coupon. Throws `COUPON_CODE_TAKEN`, regardless of upper and lower case, `COUPON_OVER` if its last instant has
 * passed.
 */
export async function createCoupon(ctx: Context, input: CouponInput): Promise<StaffCoupon> {
  const coupon = { id: randomUUID(), created_at: ctx.clock.now(), ...toText(input) }
  if (coupon.valid_until && coupon.valid_until < coupon.created_at)
    throw new ShopError('COUPON_OVER')
  await rejectTakenCode(() => insertCoupon(ctx.db.kysely, coupon))
  return getCoupon(ctx, coupon.id)
}

/**
 * Edits a coupon. Throws `COUPON_NOT_FOUND`, `STALE_EDIT` when it was edited since `version`,
 * `COUPON_REDEEMED` when orders have had it and code or kind would change, `COUPON_CODE_TAKEN`.
 */
export async function updateCoupon(
  ctx: Context,
  { couponId, version, ...input }: CouponInput & { couponId: string; version: number },
): Promise<StaffCoupon> {
  const text = toText(input)
  await rejectTakenCode(() =>
    changeCoupon(ctx, couponId, async (tx, coupon) => {
      if (coupon.version !== version) throw new ShopError('STALE_EDIT')
      const isOther = coupon.code !== text.code || coupon.discount_type !== text.discount_type
      if (isOther && coupon.was_redeemed) throw new ShopError('COUPON_REDEEMED')
      await updateCouponRow(tx, couponId, text)
    }),
  )
  return getCoupon(ctx, couponId)
}

/** Switches a coupon on or off. Throws `COUPON_NOT_FOUND`. */
export async function setCouponEnabled(
  ctx: Context,
  { couponId, isEnabled }: { couponId: string; isEnabled: boolean },
): Promise<StaffCoupon> {
  await changeCoupon(ctx, couponId, async (tx, coupon) => {
    if (coupon.is_enabled !== isEnabled)
      await updateCouponRow(tx, couponId, { is_enabled: isEnabled })
  })
  return getCoupon(ctx, couponId)
}

/** Changes a coupon while nobody can begin to use it, so that the checks stay true until the commit. */
async function changeCoupon(
  { db, clock }: Context,
  id: string,
  change: (tx: Queryable, coupon: StaffCouponRow) => Promise<void>,
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    await lockCoupon(tx, id)
    const coupon = await findStaffCoupon(tx, id, clock.now())
    if (!coupon) throw new ShopError('COUPON_NOT_FOUND')
    await change(tx, coupon)
  })
}

async function rejectTakenCode(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw isTaken(error, 'coupon_code') ? new ShopError('COUPON_CODE_TAKEN') : error
  }
}

function toText(input: CouponInput): CouponText {
  const { code, name, totalLimit, customerLimit, isListed } = input
  return {
    code,
    name,
    discount_type: input.discountType,
    // Hundredths, of a percent or of a dollar.
    discount_value: Math.round(input.discountValue * 100),
    minimum_cents: Math.round(input.minimumAmount * 100),
    starts_at: input.validFrom === null ? null : new Date(input.validFrom),
    valid_until: input.validUntil === null ? null : new Date(input.validUntil),
    total_limit: totalLimit,
    customer_limit: customerLimit,
    is_listed: isListed,
  }
}
