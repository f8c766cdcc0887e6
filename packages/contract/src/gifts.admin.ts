import { z } from 'zod'
import { amount } from './content-drafts.ts'
import { defineEndpoint, envelope } from './endpoint.ts'

/** The settings of gifts, and the link that is printed on a gift's card. */

export const giftsDraft = z.strictObject({
  /** While false, the checkout does not offer gifts, and orders with gift options are rejected. */
  isOffered: z.boolean(),
  wrapFee: amount(999.99),
})
export type GiftsDraft = z.output<typeof giftsDraft>

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const versioned = envelope(z.object({ version: z.string(), document: giftsDraft }))

export const getGiftsDraft = defineEndpoint('getGiftsDraft', {
  summary: 'Whether orders can be gifts and what wrapping costs, as it is edited',
  access: 'admin',
  response: versioned,
  errors,
})

export const saveGifts = defineEndpoint('saveGifts', {
  summary:
    'Saves whether orders can be gifts and what wrapping costs, for every preview from now on',
  access: 'admin',
  body: z.strictObject({ version: z.string().max(64), document: giftsDraft }),
  response: versioned,
  errors: [...errors, 'STALE_EDIT'],
})

export const makeGiftLink = defineEndpoint('makeGiftLink', {
  summary:
    'A new link to a gift, for its card: only its hash is stored, so each card has its own; earlier ones stay valid',
  access: 'admin',
  staff: 'SUPPORT',
  status: 201,
  params: z.object({ orderId: z.uuid() }),
  response: envelope(
    z.object({
      /** To be typed in: groups of letters and digits. */
      code: z.string(),
      /** The address with the code behind its `#`. */
      link: z.string(),
      /** Where the code is typed in. */
      page: z.string(),
    }),
  ),
  errors: [...errors, 'ORDER_NOT_FOUND', 'NOT_A_GIFT', 'ORDER_CANCELLED'],
})
