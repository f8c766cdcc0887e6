import { z } from 'zod'
import { picture } from './catalog.ts'
import { defineEndpoint, listEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { staffListQuery } from './query.ts'

/** Wanted and sold out: how many wait for which variant. */
export const demandSorts = ['waiting', 'name', 'since'] as const

export const demandRow = z.object({
  /** Of the variant. */
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  attributeValues: z.record(z.string(), z.string()),
  picture: picture.nullable(),
  stock: z.number().int().nonnegative(),
  /** Whose address is confirmed. */
  waiting: z.number().int().nonnegative(),
  unconfirmed: z.number().int().nonnegative(),
  /** Reserved now, each for one of the list. */
  offered: z.number().int().nonnegative(),
  /** Of all offers so far. */
  ordered: z.number().int().nonnegative(),
  lapsed: z.number().int().nonnegative(),
  /** Since when the first of those who wait; null if nobody does. */
  since: instant.nullable(),
})
export type DemandRow = z.infer<typeof demandRow>

export const listDemand = defineEndpoint('listDemand', {
  summary: 'Variants that shoppers wait for, or that are reserved for them',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object(staffListQuery(demandSorts)),
  response: listEnvelope(demandRow),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})
