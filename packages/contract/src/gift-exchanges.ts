import { z } from 'zod'
import { deliveryAddress } from './addresses.ts'
import { email } from './auth.ts'
import { picture } from './catalog.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { instant } from './money.ts'
import { attributeValues } from './orders.ts'
import { returnStatus } from './returns.ts'

/** The view and the requests of a gift's recipient. Nothing here has a price. */

/**
 * The characters of a gift's code, which has 140 random bits: letters and digits that are not
 * mistaken for each other.
 */
export const giftCodeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const giftCodeLength = 28

/** A code as it is typed from a card; small and wide letters, signs between groups and O for 0 do not matter. */
export const giftCode = z
  .string()
  .max(100)
  .transform((typed) =>
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1')
      .replace(/[^0-9A-Z]/g, ''),
  )

const giftItem = {
  variantId: z.uuid(),
  name: z.string(),
  attributeValues,
  picture,
  quantity: z.number().int().positive(),
}

/** An exchange that was requested by a gift's link. It does not say by whom. */
const giftExchange = z.object({
  id: z.uuid(),
  returnNumber: z.string(),
  status: returnStatus,
  /** The order with the exchange was cancelled. */
  isExchangeCancelled: z.boolean(),
  createdAt: instant,
  /** The last moment for the items to be back. */
  arrivesBy: instant,
  lines: z.array(z.object({ ...giftItem, exchangeFor: attributeValues })),
  canCancel: z.boolean(),
})

export const recipientGift = z.object({
  message: z.string().nullable(),
  sender: z.string().nullable(),
  /** The items of the order, each a line. */
  items: z.array(z.object(giftItem)),
  /** The variants that can be exchanged now, with those in stock to exchange them for. */
  exchangeable: z.array(
    z.object({
      ...giftItem,
      exchanges: z.array(z.object({ variantId: z.uuid(), attributeValues })),
    }),
  ),
  /** The last moment to request an exchange; null before the gift is delivered. */
  askUntil: instant.nullable(),
  /** Days after the request within which the items must be back. */
  arrivalDays: z.number().int(),
  shopPaysPostage: z.boolean(),
  /** Where they are sent once an exchange is approved, in lines; null if the shop writes it. */
  returnAddress: z.string().nullable(),
  exchanges: z.array(giftExchange),
})
export type RecipientGift = z.infer<typeof recipientGift>

const errors = ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'] as const

export const openGift = defineEndpoint('openGift', {
  summary: 'A gift as its recipient sees it, by the code on its card: without a price',
  body: z.strictObject({ code: giftCode }),
  response: envelope(recipientGift),
  errors,
})

export const requestGiftExchange = defineEndpoint('requestGiftExchange', {
  summary:
    'Asks to exchange items of a gift for others of the same product and price, sent to an address of the recipient',
  status: 201,
  body: z.strictObject({
    code: giftCode,
    lines: z
      .array(
        z.strictObject({
          variantId: z.uuid(),
          quantity: z.number().int().min(1).max(10_000),
          exchangeFor: z.uuid(),
        }),
      )
      .min(1)
      .max(200)
      .refine(
        (lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length,
        'Each line may occur once',
      ),
    email,
    address: deliveryAddress,
    /** A repeated request under one key counts once. */
    key: z.uuid(),
  }),
  response: envelope(recipientGift),
  errors: [
    ...errors,
    'RETURN_TOO_LATE',
    'RETURN_LINES',
    'EXCHANGE_UNAVAILABLE',
    'COUNTRY_NOT_DELIVERED',
    'RETURN_KEY_REUSED',
  ],
})

export const cancelGiftExchange = defineEndpoint('cancelGiftExchange', {
  summary:
    'Cancels an exchange that was asked for by a gift’s link, before the shop has received it',
  body: z.strictObject({ code: giftCode, returnId: z.uuid() }),
  response: envelope(recipientGift),
  errors: [...errors, 'RETURN_NOT_FOUND', 'RETURN_STATE'],
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
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'ORDER_NOT_FOUND', 'NOT_A_GIFT', 'ORDER_CANCELLED'],
})
