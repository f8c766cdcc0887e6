import { z } from 'zod'

/** Whether a number is whole hundredths that can be counted: not 1e21, nor what only rounds to nothing. */
export function isHundredths(amount: number): boolean {
  const hundredths = Math.round(amount * 100)
  return Number.isSafeInteger(hundredths) && hundredths / 100 === amount
}

/** An amount of US dollars on the wire: a JSON number with at most two decimals (decision R8). */
export const dollars = z
  .number()
  .nonnegative()
  .multipleOf(0.01, { abort: true })
  .refine(isHundredths, 'Please use at most two decimals')

/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime()

const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Integer cents as people read them: `$2,124.00`. */
export function formatPrice(cents: number): string {
  return price.format(cents / 100)
}
