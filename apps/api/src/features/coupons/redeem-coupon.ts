import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { serverKeys } from '../auth/server-keys.ts'
import {
  describeRedemptions,
  insertRedemption,
  releaseRedemption,
  renewRedemption,
} from './coupons.queries.ts'

/**
 * Counts an order's use of a coupon, in the transaction that makes the order; false when others have
 * meanwhile used it up.
 */
export async function redeemCoupon(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  tx: Queryable,
  use: { couponId: string; orderId: string; userId: string; email: string },
): Promise<boolean> {
  const { customerOf } = await serverKeys(ctx)
  const { email, ...rest } = use
  return insertRedemption(tx, { ...rest, customer: customerOf(email), at: ctx.clock.now() })
}

/**
 * Counts the use again that an order had given back; false when no uses are left. Only the limits are
 * looked at: what was promised with the order stays promised.
 */
export function redeemCouponAgain(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  use: { couponId: string; orderId: string },
): Promise<boolean> {
  return renewRedemption(tx, { ...use, at: ctx.clock.now() })
}

/** Gives back an order's use of its coupon; it then counts no more. */
export async function releaseCoupon(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  orderId: string,
): Promise<void> {
  await releaseRedemption(tx, orderId, ctx.clock.now())
}

/** The coupons used, for the export. That one was used stays known when the account closes, not by whom. */
export const couponsOfShopper: PersonalData = {
  name: 'coupons',
  read: describeRedemptions,
  erase: async () => {},
}
