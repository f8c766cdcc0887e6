import { z } from 'zod'
import { amount, days, paragraphs, saidOnce } from './content-drafts.ts'
import { countryOf } from './countries.ts'
import { mostWeightBands } from './delivery-fee.ts'
import { requiredLine } from './text.ts'

/** The delivery settings as staff save them: countries, methods, fees and times. */

const heaviestBand = 1_000_000

const id = z.string().regex(/^[a-z0-9-]{1,60}$/)

const weightBand = z.strictObject({
  upToGrams: z
    .number('Please write whole grams')
    .int('Please write whole grams')
    .min(1, 'Please write whole grams')
    .max(heaviestBand, `At most ${heaviestBand} grams`),
  fee: amount(9_999.99),
})

const method = z.strictObject({
  /** Kept by an order draft of a shopper; new for a new method. */
  id,
  name: requiredLine('Please name the method', 60),
  fee: amount(9_999.99),
  /** The value of goods from which it is free; null: never. */
  freeFrom: amount(999_999.99).nullable(),
  /** Fees by the weight of the goods; above the last one, and without any, `fee` applies. */
  weightBands: z
    .array(weightBand)
    .max(mostWeightBands, `At most ${mostWeightBands} weights`)
    .superRefine((bands, check) => {
      for (const [at, { upToGrams }] of bands.entries())
        if (upToGrams <= (bands[at - 1]?.upToGrams ?? 0))
          check.addIssue({
            code: 'custom',
            path: [at, 'upToGrams'],
            message: 'Please write more than in the line before',
          })
    })
    .default([]),
  transitDays: days,
  /** Preparation included, where that is not the sum of both; else empty. */
  totalDays: days.or(z.literal('')),
})

const wrongPostcode = 'Please write postcodes as SW1A 1AA, or their beginnings as SW1*'
const postcode = z
  .string()
  .trim()
  .max(20)
  .regex(/^[A-Za-z0-9][A-Za-z0-9 -]*\*?$/, wrongPostcode)

const zone = z.strictObject({
  id,
  name: requiredLine('Please name the zone', 60),
  /** ISO codes; none: all countries without a zone of their own. */
  countries: z
    .array(
      z.string().refine((code) => countryOf(code) !== undefined, {
        error: ({ input }) => `Unknown country: ${input}`,
      }),
    )
    .max(300)
    .superRefine(saidOnce((code) => code, 'This country stands there already')),
  /** Narrows the zone to these postcodes; none: all. */
  postcodes: z.array(postcode).max(200),
  methods: z
    .array(method)
    .min(1, 'A zone has at least one method')
    .max(6)
    .superRefine(saidOnce(({ name }) => name.toLowerCase(), 'Another method has this name')),
})

const holiday = z.strictObject({
  date: z.iso.date('Please choose a day'),
  name: requiredLine('Please name the day', 60),
})

export const deliveryDraft = z
  .strictObject({
    /** Orders placed by this time of the shop's day count from that day: `14:00`. */
    cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please write a time, as 14:00'),
    /** 0 is Sunday. */
    workingDays: z
      .array(z.number().int().min(0).max(6))
      .min(1, 'Please choose at least one day')
      .max(7),
    /** On these days, as on those without work, nothing is prepared or carried. */
    holidays: z
      .array(holiday)
      .max(200)
      .superRefine(saidOnce(({ date }) => date, 'This day stands there already')),
    preparationDays: days,
    /** Shown for products without a delivery text of their own. */
    defaultDeliveryText: paragraphs(6).min(1, 'Please say something of delivery'),
    /** The first that fits an address applies. */
    zones: z
      .array(zone)
      .min(1, 'There is at least one zone')
      .max(50)
      .superRefine(saidOnce(({ name }) => name.toLowerCase(), 'Another zone has this name')),
  })
  .superRefine(({ zones }, check) => {
    const complain = (path: (string | number)[], message: string) =>
      check.addIssue({ code: 'custom', path: ['zones', ...path], message })
    for (const [at, { countries, postcodes }] of zones.entries()) {
      if (countries.length > 0) continue
      if (at < zones.length - 1)
        complain([at, 'countries'], 'The zone for all other countries stands last')
      if (postcodes.length > 0)
        complain([at, 'postcodes'], 'Please choose the countries of these postcodes')
    }
    const ids = zones.flatMap(({ methods }) => methods.map((one) => one.id))
    if (new Set(ids).size < ids.length) complain([], 'Each method has an id of its own')
    const at = zones.length - 1
    if (standardZoneOf(zones)?.methods[0]?.freeFrom === null)
      complain(
        [zones[at]?.countries.length ? 0 : at, 'methods', 0, 'freeFrom'],
        'The shop’s texts name this amount: please write one',
      )
  })
export type DeliveryDraft = z.output<typeof deliveryDraft>

/**
 * The zone whose first method the shop's texts name, and that stands for a shopper whose country is
 * unknown: the one for all other countries, else the first.
 */
export function standardZoneOf<Zone extends { countries: readonly string[] }>(
  zones: readonly Zone[],
): Zone | undefined {
  return zones.find(({ countries }) => countries.length === 0) ?? zones[0]
}
