import type { Coupon } from '@solvane/contract/coupons'

/** What a coupon takes off; the value in hundredths, of a percent or of a dollar. */
export interface Discount {
  type: Coupon['discountType']
  value: number
}

/** A whole, in hundredths of a percent. */
const whole = 10_000

/**
 * What a discount takes off goods, both in cents: a percentage rounded once, half up, or a fixed amount;
 * never more than the goods.
 */
export function discountOf({ type, value }: Discount, goodsCents: number): number {
  const cents =
    type === 'PERCENTAGE' ? Math.floor((goodsCents * value * 2 + whole) / (whole * 2)) : value
  return Math.min(cents, goodsCents)
}

/**
 * Spreads a discount over lines by what they cost, all in cents. The shares add up to it: each line
 * first gets its share rounded down, then those who lost most by that one cent more.
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
