import type { listCoupons as listCouponsCall, StaffCoupon } from '@solvane/contract/coupons.admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { toCoupon } from './coupon-shape.ts'
import {
  countStaffCoupons,
  findStaffCoupon,
  listStaffCouponRows,
  type StaffCouponRow,
} from './coupons.admin.queries.ts'

type Context = Pick<AppContext, 'clock' | 'db'>

/** A page of coupons for staff, and how many there are in all. */
export async function listCoupons(
  { db: { kysely: db }, clock }: Context,
  { page, size, q, state, sort, order }: z.output<typeof listCouponsCall.query>,
): Promise<{ data: StaffCoupon[]; total: number }> {
  const [filter, at] = [{ text: q || undefined, state }, clock.now()]
  const [rows, total] = await Promise.all([
    listStaffCouponRows(db, filter, at, { sort, order, limit: size, offset: (page - 1) * size }),
    countStaffCoupons(db, filter, at),
  ])
  return { data: rows.map(toStaffCoupon), total }
}

/** A coupon for staff. Raises `COUPON_NOT_FOUND`. */
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
