import { type AppliedCoupon, type Coupon, longestCouponCode } from '@solvane/contract/coupons'
import { plainText } from '@solvane/contract/text'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Limit, networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { getProfile } from '../auth/accounts.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { serverKeys } from '../auth/secrets.ts'
import { toDollars } from '../catalog/to-card.ts'
import {
  type CouponRow,
  describeRedemptions,
  findUsable,
  insertRedemption,
  listUsable,
  releaseRedemption,
  renewRedemption,
} from './coupons.queries.ts'

/** A row as the contract's coupon. */
export function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    ...toAppliedCoupon(row),
    minimumAmount: toDollars(row.minimum_cents),
    validFrom: row.starts_at?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
  }
}

/** The coupon fields of an order. */
export function toAppliedCoupon({
  code,
  name,
  discount_type,
  discount_value,
}: Pick<CouponRow, 'code' | 'name' | 'discount_type' | 'discount_value'>): AppliedCoupon {
  return {
    code,
    name,
    discountType: discount_type,
    // Hundredths, of a percent or of a dollar.
    discountValue: discount_value / 100,
  }
}

/** The limit of wrong codes: enough for typing mistakes, too few to guess. */
const wrongCodes: Limit = { name: 'coupon', times: 10, seconds: 60 }

/** A coupon that can be used. */
export type UsableCoupon = CouponRow

/** The caller who enters a code, and the network address. */
export interface CouponShopper {
  userId: string
  email: string
  /** The network address. */
  address: string
}

/**
 * The coupon of a code, if this shopper can use it now for goods of so many cents; undefined
 * otherwise, whatever the reason. Throws `TOO_MANY_REQUESTS` after too many wrong codes.
 */
export async function findUsableCoupon(
  ctx: Pick<AppContext, 'db' | 'limits' | 'clock'>,
  { userId, email, address }: CouponShopper,
  code: string,
  goodsCents: number,
): Promise<UsableCoupon | undefined> {
  const subject = `${userId} ${networkOf(address)}`
  // Counted before the outcome is known: concurrent attempts gain nothing.
  await ctx.limits.count(wrongCodes, subject)
  if (code.length > longestCouponCode || !plainText.test(code)) return undefined
  const { customerOf } = await serverKeys(ctx)
  const found = await findUsable(
    ctx.db,
    { userId, customer: customerOf(email) },
    { code, goodsCents, at: ctx.clock.now() },
  )
  if (found) await ctx.limits.uncount(wrongCodes, subject)
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
 * Counts the released use of an order again; false if no uses are left. Only the limits are
 * checked: the discount that was promised with the order stays.
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

/** The discount of a coupon; the value in hundredths, of a percent or of a dollar. */
export interface Discount {
  type: Coupon['discountType']
  value: number
}

/** A whole, in hundredths of a percent. */
const whole = 10_000

/**
 * The discount on goods, both in cents: a percentage rounded once, half up, or a fixed amount;
 * never more than the goods.
 */
export function discountOf({ type, value }: Discount, goodsCents: number): number {
  const cents =
    type === 'PERCENTAGE' ? Math.floor((goodsCents * value * 2 + whole) / (whole * 2)) : value
  return Math.min(cents, goodsCents)
}

/**
 * Spreads a discount over lines by their prices, all in cents. The shares add up to it: each line
 * first gets its share rounded down, then the lines that lost most by rounding get one cent more.
 */
export function spreadDiscount(discountCents: number, lineCents: readonly number[]): number[] {
  const total = BigInt(lineCents.reduce((sum, cents) => sum + cents, 0))
  if (total === 0n) return lineCents.map(() => 0)
  const exact = lineCents.map((cents) => BigInt(discountCents) * BigInt(cents))
  const shares = exact.map((share) => Number(share / total))
  const left = discountCents - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, line) => ({ line, remainder: share % total }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.line - other.line)
  for (const { line } of byRemainder.slice(0, left)) shares[line] = (shares[line] ?? 0) + 1
  return shares
}
