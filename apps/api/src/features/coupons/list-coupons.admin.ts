import type {
  listCoupons as listCouponsEndpoint,
  listRedemptions as listRedemptionsEndpoint,
  Redemption,
  StaffCoupon,
} from '@solvane/contract/coupons.admin'
import { toOrderNumber } from '@solvane/contract/orders'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { toDollars } from '../catalog/to-card.ts'
import {
  countRedemptions,
  countStaffCoupons,
  findStaffCoupon,
  listRedemptionRows,
  listStaffCouponRows,
  type StaffCouponRow,
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
