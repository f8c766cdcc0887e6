import { z } from 'zod'
import { picture } from './catalog.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { attributeValues } from './orders.ts'

/** An adviser's selection: products put together for a shopper, and reserved until an instant. */

/** EXPIRED: its time was over. TAKEN_BACK: by staff. */
export const selectionStates = ['OPEN', 'ORDERED', 'EXPIRED', 'TAKEN_BACK'] as const
export type SelectionState = (typeof selectionStates)[number]

/** 128 bits in lower case, as paths of pages are: the end of `/s/{token}`. */
export const selectionToken = z.string().regex(/^[0-9a-f]{32}$/)

export const selectionItem = z.object({
  variantId: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  attributeValues,
  picture,
  quantity: z.number().int().positive(),
  /** The price now. */
  unitPrice: dollars,
  /** The price without the sale that is on; else null. */
  originalPrice: dollars.nullable(),
  /** False when it was withdrawn from the shop meanwhile. */
  isForSale: z.boolean(),
})
export type SelectionItem = z.infer<typeof selectionItem>

/** The content of its link. */
export const openedSelection = z.object({
  state: z.enum(selectionStates),
  /** In the adviser's words. */
  note: z.string(),
  adviserName: z.string().nullable(),
  /** The end of the reservation. */
  endsAt: instant,
  items: z.array(selectionItem),
  /** The sum of all items, at the current prices. */
  total: dollars,
})
export type OpenedSelection = z.infer<typeof openedSelection>

export const openAdviserSelection = defineEndpoint('openAdviserSelection', {
  summary: 'What an adviser has put together, by the token of its link `/s/{token}`',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  response: envelope(openedSelection),
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})
