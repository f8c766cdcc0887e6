import { z } from 'zod'
import { countryOf } from './countries.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { requiredLine } from './text.ts'

/** The price history of variants, and the rules for reduced prices. */

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

const priceTerms = z.object({
  /** The terms hold from then on, until the next. */
  at: instant,
  price: dollars,
  salePrice: dollars.nullable(),
  saleStartsAt: instant.nullable(),
  saleEndsAt: instant.nullable(),
})

export const getPriceHistory = defineEndpoint('getPriceHistory', {
  summary: 'What a variant has cost, the newest first, and what its sale price is shown beside',
  access: 'admin',
  staff: 'SUPPORT',
  params: z.object({ id: z.uuid() }),
  response: envelope(
    z.object({
      history: z.array(priceTerms),
      /** The lowest price of the last 30 days; null where none is known. */
      lowest: dollars.nullable(),
      /** The lowest price before the reduction, by the rules of prices; null: the normal price. */
      prior: dollars.nullable(),
    }),
  ),
  errors: [...errors, 'VARIANT_NOT_FOUND'],
})

const country = z
  .string()
  .refine((code) => countryOf(code) !== undefined, 'Please choose a country')
const day = z.iso.date('Please write a day as 2022-05-28')

/** A country whose law decides which price is shown beside a reduced one. */
const priceRule = z.strictObject({
  country,
  /** The lowest price of so many days before the reduction. */
  days: z
    .number('Please write whole days')
    .int('Please write whole days')
    .min(1, 'Please write whole days')
    .max(365, 'Please write at most 365 days'),
  /** The law. */
  source: requiredLine('Please name the law', 300),
  /** Reductions count that begin on this day or later. */
  validFrom: day,
  /** Whether the shop follows it. Pages are the same for everybody: one such rule decides for all. */
  isApplied: z.boolean(),
})

const rules = z.object({ rules: z.array(priceRule) })

export const getPriceRules = defineEndpoint('getPriceRules', {
  summary: 'The countries whose law decides what reduced prices are shown beside',
  access: 'admin',
  response: envelope(z.object({ version: z.string(), document: rules })),
  errors,
})

export const savePriceRules = defineEndpoint('savePriceRules', {
  summary: 'Saves these countries; the prices of running sales follow within minutes',
  access: 'admin',
  body: z.strictObject({
    version: z.string().max(64),
    document: z.strictObject({
      rules: z
        .array(priceRule)
        .max(250)
        .refine(
          (all) => new Set(all.map((rule) => rule.country)).size === all.length,
          'Each country has one rule',
        ),
    }),
  }),
  response: envelope(z.object({ version: z.string(), document: rules })),
  errors: [...errors, 'STALE_EDIT'],
})
