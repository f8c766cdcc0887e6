/** What a price is rounded to, in cents: the nearest multiple of it, half up. */
export type Rounding = 1 | 100 | 500 | 1_000

/** Hundredths of a percent. */
const whole = 10_000

function toNearest(numerator: bigint, denominator: bigint, step: bigint): number {
  const unit = denominator * step
  const doubled = 2n * numerator + unit
  // Rounds down also below nothing, where BigInt cuts towards it.
  const floored =
    doubled >= 0n ? doubled / (2n * unit) : -((-doubled + 2n * unit - 1n) / (2n * unit))
  return Number(floored * step)
}

/** `cents` and so many percent more (below nothing: less), rounded; percent with at most two decimals. */
export function changedByPercent(cents: number, percent: number, rounding: Rounding): number {
  const share = BigInt(whole + Math.round(percent * 100))
  return toNearest(BigInt(cents) * share, BigInt(whole), BigInt(rounding))
}

/** `cents` and so many more (below nothing: fewer), rounded. */
export function changedByCents(cents: number, more: number, rounding: Rounding): number {
  return toNearest(BigInt(cents) + BigInt(more), 1n, BigInt(rounding))
}
