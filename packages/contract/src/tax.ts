import { z } from 'zod'
import { dollars } from './money.ts'

/** The rate of a country's rule for a product; ZERO is untaxed. */
export const taxClasses = ['STANDARD', 'REDUCED', 'ZERO'] as const
export const taxClass = z.enum(taxClasses)
export type TaxClass = (typeof taxClasses)[number]

/**
 * The way in which import duties are paid. DELIVERED_PAID: the price contains them. CARRIER: the
 * carrier collects them from the recipient.
 */
export const duties = ['DELIVERED_PAID', 'CARRIER'] as const

/** The tax of an order by its country's rule, delivery included. */
export const orderTax = z.object({
  /** Whether the prices contain it; otherwise it is added to them. */
  isIncluded: z.boolean(),
  amount: dollars,
  /** By rate in percent, the highest first. */
  rates: z.array(z.object({ rate: z.number(), amount: dollars })),
})
export type OrderTax = z.infer<typeof orderTax>

/** The tax fields of a preview or an order; missing where no rule applies. */
export const taxFields = {
  tax: orderTax.optional(),
  duties: z.enum(duties).optional(),
}
