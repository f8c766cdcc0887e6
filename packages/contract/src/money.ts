import { z } from 'zod'

/**
 * Whether a number has at most two decimals and can be counted in hundredths: not 1e21, nor what
 * only rounds to zero.
 */
export function isHundredths(amount: number): boolean {
  const hundredths = Math.round(amount * 100)
  return Number.isSafeInteger(hundredths) && hundredths / 100 === amount
}

/** The largest number whose hundredths are exact. */
const mostCounted = Number.MAX_SAFE_INTEGER / 100

/** A number with at most two decimals; only the first error is reported. */
export const hundredths = z
  .number()
  .max(mostCounted, { abort: true })
  .multipleOf(0.01, { abort: true })
  .refine(isHundredths, { error: 'Please use at most two decimals', abort: true })

/** An amount of US dollars on the wire: a JSON number with at most two decimals. */
export const dollars = hundredths.nonnegative({ abort: true })

/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime()

const isPlausible = (value: string) => value >= '2000' && value < '2200'
const implausible = 'Please choose a date between 2000 and 2200'

/** A plausible instant: not the year 1, nor 9999. */
export const plausibleInstant = instant.refine(isPlausible, implausible)

/** An instant with any time zone offset. */
export const plausibleLocalInstant = z.iso
  .datetime({ offset: true })
  .refine(isPlausible, implausible)

/** Made when it is needed: pages load this file, too. */
let priceFormat: Intl.NumberFormat | undefined

/** Formats cents: `$2,124.00`. For the server; pages use `formatMoney` of the components. */
export function formatPrice(cents: number): string {
  priceFormat ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return priceFormat.format(cents / 100)
}
