import type {
  listRedemptions as listRedemptionsCall,
  Redemption,
} from '@solvane/contract/coupons.admin'
import { toOrderNumber } from '@solvane/contract/orders'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { toDollars } from '../catalog/to-card.ts'
import { countRedemptions, listRedemptionRows } from './coupons.admin.queries.ts'
import { describeRedemptions } from './coupons.queries.ts'
import { getCoupon } from './list-coupons.admin.ts'

/** A page of the orders that had a coupon, and how many there are in all. Raises `COUPON_NOT_FOUND`. */
export async function listRedemptions(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  couponId: string,
  { page, size, order, counting }: z.output<typeof listRedemptionsCall.query>,
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
