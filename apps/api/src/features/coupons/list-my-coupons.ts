import type { Coupon } from '@solvane/contract/coupons'
import type { AppContext } from '../../context.ts'
import { getProfile } from '../auth/profile.ts'
import { serverKeys } from '../auth/server-keys.ts'
import { toCoupon } from './coupon-shape.ts'
import { listUsable } from './coupons.queries.ts'

/** The coupons that this shopper can use now, if the goods come to their minimum. */
export async function listMyCoupons(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
): Promise<Coupon[]> {
  const [{ email }, { customerOf }] = await Promise.all([getProfile(ctx, userId), serverKeys(ctx)])
  const rows = await listUsable(ctx.db, { userId, customer: customerOf(email) }, ctx.clock.now())
  return rows.map(toCoupon)
}
