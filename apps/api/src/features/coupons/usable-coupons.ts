import type { Coupon } from '@solvane/contract/coupons'
import type { AppContext } from '../../context.ts'
import { type Limit, networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { getProfile } from '../auth/profile.ts'
import { serverKeys } from '../auth/server-keys.ts'
import { toCoupon } from './coupon-shape.ts'
import { type CouponRow, findUsable, listUsable } from './coupons.queries.ts'

/** Codes that can be tried in vain: enough for slips, too few to guess. */
const triesInVain: Limit = { name: 'coupon', times: 10, seconds: 60 }

/** A coupon that can be used. */
export type UsableCoupon = CouponRow

/** Who tries a code, and from where. */
export interface CouponShopper {
  userId: string
  email: string
  /** The network address. */
  address: string
}

/**
 * The coupon of a code, if this shopper can use it now for goods of so many cents; undefined
 * otherwise, whatever the reason. Throws `TOO_MANY_REQUESTS` after too many codes in vain.
 */
export async function findUsableCoupon(
  ctx: Pick<AppContext, 'db' | 'limits' | 'clock'>,
  { userId, email, address }: CouponShopper,
  code: string,
  goodsCents: number,
): Promise<UsableCoupon | undefined> {
  const subject = `${userId} ${networkOf(address)}`
  // Counted before it is known: many tries at once gain nothing.
  await ctx.limits.count(triesInVain, subject)
  const { customerOf } = await serverKeys(ctx)
  const found = await findUsable(
    ctx.db,
    { userId, customer: customerOf(email) },
    { code, goodsCents, at: ctx.clock.now() },
  )
  if (found) await ctx.limits.uncount(triesInVain, subject)
  return found
}

/** The coupons that this shopper can use now, if the goods come to their minimum. */
export async function listMyCoupons(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
): Promise<Coupon[]> {
  const [{ email }, { customerOf }] = await Promise.all([getProfile(ctx, userId), serverKeys(ctx)])
  const rows = await listUsable(ctx.db, { userId, customer: customerOf(email) }, ctx.clock.now())
  return rows.map(toCoupon)
}
