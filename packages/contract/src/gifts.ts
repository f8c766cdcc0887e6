import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars } from './money.ts'
import { lineOfText, linesOfText } from './text.ts'

/** The gift options of an order. */

/** The most characters and lines of the message on the card, which has room for them, and of the name under it. */
const longestMessage = 300
const mostLines = 8
const longestSender = 80

const wellFormed = z.string().overwrite((text) => text.toWellFormed())

/** The giver's choices; an order without any of them is not a gift. */
export const giftChoice = z.strictObject({
  isWrapped: z.boolean().default(false),
  /** On the card. Plain text in any script. */
  message: wellFormed
    .pipe(linesOfText(longestMessage))
    .refine((text) => text.split('\n').length <= mostLines, `At most ${mostLines} lines`)
    .nullish(),
  /** Under the message. */
  sender: wellFormed.pipe(lineOfText(longestSender)).nullish(),
  /** No price in the parcel, and nothing to pay at the door. */
  hidesPrices: z.boolean().default(false),
})
export type GiftChoice = z.output<typeof giftChoice>

/** The gift of an order, for its giver and for staff. */
export const orderGift = z.object({
  isWrapped: z.boolean(),
  /** The price of the wrapping; part of the total. */
  wrapFee: dollars,
  /** Null, like the sender, if the giver wrote none, and once the account is closed. */
  message: z.string().nullable(),
  sender: z.string().nullable(),
  hidesPrices: z.boolean(),
})

export const getGiftOptions = defineEndpoint('getGiftOptions', {
  summary: 'Whether orders can be gifts, and what wrapping one costs',
  response: envelope(z.object({ isOffered: z.boolean(), wrapFee: dollars })),
})
