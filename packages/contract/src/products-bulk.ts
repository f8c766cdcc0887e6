import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { hundredths, plausibleInstant } from './money.ts'

/** One change of many products. For CSV files see `products-csv.ts`. */
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

export const mostAtOnce = 500

/** The rounding of new prices: `1` whole dollars, `5` and `10` the nearest multiple. */
export const roundings = ['0.01', '1', '5', '10'] as const
const rounding = z.enum(roundings).default('0.01')

const window = {
  /** Null: at once, without end. */
  startsAt: plausibleInstant.nullable(),
  endsAt: plausibleInstant.nullable(),
}

const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    /** Positive raises, negative lowers. */
    by: z.discriminatedUnion('unit', [
      z.strictObject({ unit: z.literal('percent'), value: hundredths.min(-99).max(500) }),
      z.strictObject({
        unit: z.literal('dollars'),
        value: hundredths.min(-1_000_000).max(1_000_000),
      }),
    ]),
    rounding,
  }),
  z
    .strictObject({
      kind: z.literal('sale'),
      /** Off the price. */
      percent: hundredths.min(1).max(95),
      rounding,
      ...window,
    })
    .refine(
      ({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) <= Date.parse(endsAt),
      { path: ['endsAt'], message: 'This is before the beginning' },
    ),
  z.strictObject({ kind: z.literal('endSale') }),
  z.strictObject({ kind: z.literal('status'), status: z.enum(['PUBLISHED', 'WITHDRAWN']) }),
  z.strictObject({ kind: z.literal('addCategory'), categoryId: z.uuid() }),
  z.strictObject({ kind: z.literal('removeCategory'), categoryId: z.uuid() }),
  z.strictObject({ kind: z.literal('new'), isNew: z.boolean() }),
])
export type BulkChange = z.infer<typeof bulkChange>

/** The effect of a change on one product. */
const plannedChange = z.object({
  id: z.uuid(),
  version: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  /** The changes as text; of a price, by variant. Empty if nothing changes. */
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  /** Why it cannot be done; nothing is done while there is a problem. */
  problem: z.string().nullable(),
})
export type PlannedChange = z.infer<typeof plannedChange>

const plan = z.object({
  products: z.array(plannedChange),
  /** The number of products that change. */
  changed: z.number().int(),
  problems: z.number().int(),
})
export type BulkPlan = z.infer<typeof plan>

export const previewBulkEdit = defineEndpoint('previewBulkEdit', {
  summary: 'What a change would make of products; nothing is changed',
  access: 'admin',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(mostAtOnce), change: bulkChange }),
  response: envelope(plan),
  errors: [...errors, 'PRODUCT_NOT_FOUND'],
})

export const applyBulkEdit = defineEndpoint('applyBulkEdit', {
  summary: 'Makes a change to products as they were previewed: to all of them, or to none',
  access: 'admin',
  body: z.strictObject({
    products: z
      .array(z.strictObject({ id: z.uuid(), version: z.number().int() }))
      .min(1)
      .max(mostAtOnce),
    change: bulkChange,
  }),
  response: envelope(plan),
  errors: [...errors, 'PRODUCT_NOT_FOUND', 'STALE_EDIT', 'BULK_EDIT_REFUSED'],
})
