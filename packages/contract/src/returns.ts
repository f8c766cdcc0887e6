import { z } from 'zod'
import { knownEmail } from './auth.ts'
import { picture } from './catalog.ts'
import { chatAttachment, chatPicture } from './chat.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { largestOrder } from './order-placing.ts'
import { attributeValues, shippingAddress } from './orders.ts'
import { longestReturnNote, mostReturnPhotos, returnReasons } from './return-reasons.ts'
import { lineOfText, linesOfText, requiredLine } from './text.ts'

/** The states of a return; docs/returns.md has the transitions. */
export const returnStatuses = [
  'REQUESTED',
  'APPROVED',
  'IN_TRANSIT',
  'RECEIVED',
  'INSPECTED',
  'REFUNDED',
  'EXCHANGED',
  'SENT_BACK',
  'DECLINED',
  'CANCELLED',
] as const
export const returnStatus = z.enum(returnStatuses)
export type ReturnStatus = z.infer<typeof returnStatus>

export const returnReason = z.enum(returnReasons)

export const returnWish = z.enum(['REFUND', 'EXCHANGE'])

const prefix = 'RE'

/** The number of a return as people see it: `RE10001`. */
export function toReturnNumber(number: number): string {
  return `${prefix}${number}`
}

/** The restocking fee in cents, rounded half up; `feeBp` in hundredths of a percent of the goods. */
export function restockingFee(goodsCents: number, feeBp: number): number {
  return Math.round((goodsCents * feeBp) / 10_000)
}

/** Parses a return's number; undefined if it is not one. */
export function readReturnNumber(text: string): number | undefined {
  const digits = /^re\s*(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The terms of the country that an order was delivered to. */
export const returnTerms = z.object({
  /** Days after delivery within which a return can be asked for. */
  noticeDays: z.number().int(),
  /** Days after the request within which it must arrive. */
  arrivalDays: z.number().int(),
  /** The restocking fee in percent. */
  feeFrom: z.number(),
  feeUntil: z.number(),
  /** The shopper need not say why. */
  isWithdrawal: z.boolean(),
  /** The delivery fee goes back, too, once everything has come back. */
  refundsDelivery: z.boolean(),
  shopPaysPostage: z.boolean(),
  /** Where the goods are sent, in lines; null if the shop writes it in its answer. */
  address: z.string().nullable(),
})
export type ReturnTerms = z.infer<typeof returnTerms>

export const returnLine = z.object({
  variantId: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  attributeValues,
  picture,
  quantity: z.number().int().positive(),
  reason: returnReason.nullable(),
  /** What was paid for these units, less their share of the coupon. */
  value: dollars,
  /** What is sent instead. */
  exchangeFor: z.object({ variantId: z.uuid(), attributeValues }).nullable(),
})
export type ReturnLine = z.infer<typeof returnLine>

/** A photo of a return; `getReturnPhoto` returns it to its shopper, `getStaffReturnPhoto` to staff. */
export const returnPhoto = chatAttachment
export const returnPhotoFile = chatPicture

/** The parcel in which returned goods travel. */
const returnTracking = z.object({ carrier: z.string(), number: z.string() })

const returnSummary = {
  id: z.uuid(),
  /** For people: `RE10001`. */
  returnNumber: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  status: returnStatus,
  wish: returnWish,
  isWithdrawal: z.boolean(),
  createdAt: instant,
  /** The order that would have sent the exchange was cancelled: what was paid will be refunded. */
  isExchangeCancelled: z.boolean(),
  lines: z.array(returnLine),
}

/** A return as the page of its order lists it. */
export const returnCard = z.object(returnSummary)
export type ReturnCard = z.infer<typeof returnCard>

export const shopperReturn = z.object({
  ...returnSummary,
  /** The shopper's words. */
  note: z.string().nullable(),
  photos: z.array(returnPhoto),
  /** What the shop has written. */
  answer: z.string().nullable(),
  terms: returnTerms,
  arrivesBy: instant,
  /** Who sends the goods back: the address of the order. */
  sender: shippingAddress,
  tracking: returnTracking.nullable(),
  /** What was paid for the goods. */
  value: dollars,
  /** The restocking fee; null until the goods are inspected. */
  fee: dollars.nullable(),
  /** The delivery fee that was refunded. */
  deliveryRefund: dollars.nullable(),
  /** The fee for gift wrapping that was refunded; missing without one. */
  wrapRefund: dollars.optional(),
  refundedAmount: dollars.nullable(),
  /** The order that sends the exchange. */
  exchangeOrderId: z.uuid().nullable(),
  /** Every state so far, oldest first. */
  timeline: z.array(z.object({ status: returnStatus, at: instant })),
  canCancel: z.boolean(),
  /** Whether the shopper can say that the parcel is on its way. */
  canSend: z.boolean(),
})
export type ShopperReturn = z.infer<typeof shopperReturn>

const orderId = z.object({ orderId: z.string() })
const returnId = z.object({ returnId: z.string() })

/** A line of an order that can still be returned. */
export const returnableLine = z.object({
  variantId: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  attributeValues,
  picture,
  /** Units that no other return takes back. */
  quantity: z.number().int().positive(),
  /** What was paid for all of them. */
  value: dollars,
  /** Variants of the same price that are in stock. */
  exchanges: z.array(z.object({ variantId: z.uuid(), attributeValues })),
})

export const getReturnOptions = defineEndpoint('getReturnOptions', {
  summary: 'What of my order can be returned, until when, and the returns it has',
  access: 'user',
  params: orderId,
  response: envelope(
    z.object({
      orderNumber: z.string(),
      /** Whether a return can be asked for now. */
      canAsk: z.boolean(),
      /** Until when; null before the order is delivered. */
      askUntil: instant.nullable(),
      terms: returnTerms,
      lines: z.array(returnableLine),
      returns: z.array(returnCard),
    }),
  ),
  errors: ['UNAUTHENTICATED', 'ORDER_NOT_FOUND'],
})

export const requestReturn = defineEndpoint('requestReturn', {
  summary:
    'Asks to return lines of my order for a refund or another variant; the same key is the same request',
  access: 'user',
  status: 201,
  params: orderId,
  body: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          variantId: z.uuid(),
          quantity: z.number().int().min(1).max(10_000),
          /** Required unless the terms give a right to withdraw. */
          reason: returnReason.nullish(),
          /** The variant to send instead; for an exchange, of each line. */
          exchangeFor: z.uuid().nullish(),
        }),
      )
      .min(1)
      .max(largestOrder)
      .refine(
        (lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length,
        'Each line may occur once',
      ),
    wish: returnWish,
    note: linesOfText(longestReturnNote).nullish(),
    /** Uploads of the shopper, as for the chat. */
    photoIds: z.array(z.uuid()).max(mostReturnPhotos).default([]),
    key: z.string().min(1).max(200),
  }),
  response: envelope(shopperReturn),
  errors: [
    'UNAUTHENTICATED',
    'ORDER_NOT_FOUND',
    'RETURN_TOO_LATE',
    'RETURN_LINES',
    'RETURN_REASON_MISSING',
    'EXCHANGE_UNAVAILABLE',
    'RETURN_KEY_REUSED',
    'RETURN_PHOTO_MISSING',
    'TOO_MANY_REQUESTS',
  ],
})

export const getMyReturn = defineEndpoint('getMyReturn', {
  summary: 'One of my returns',
  access: 'user',
  params: returnId,
  response: envelope(shopperReturn),
  errors: ['UNAUTHENTICATED', 'RETURN_NOT_FOUND'],
})

export const getReturnPhoto = defineEndpoint('getReturnPhoto', {
  summary: 'A photo of one of my returns',
  access: 'user',
  params: z.object({ returnId: z.uuid(), photoId: z.uuid() }),
  response: envelope(returnPhotoFile),
  errors: ['UNAUTHENTICATED', 'RETURN_NOT_FOUND'],
})

export const sendMyReturn = defineEndpoint('sendMyReturn', {
  summary: 'APPROVED → IN_TRANSIT: the parcel is on its way to the shop',
  access: 'user',
  params: returnId,
  body: z
    .strictObject({
      carrier: lineOfText(100).optional(),
      trackingNumber: lineOfText(100).optional(),
    })
    .default({}),
  response: envelope(shopperReturn),
  errors: ['UNAUTHENTICATED', 'RETURN_NOT_FOUND', 'RETURN_STATE'],
})

export const cancelMyReturn = defineEndpoint('cancelMyReturn', {
  summary: 'Cancels my return before the shop has received it',
  access: 'user',
  params: returnId,
  response: envelope(shopperReturn),
  errors: ['UNAUTHENTICATED', 'RETURN_NOT_FOUND', 'RETURN_STATE'],
})

export const withdrawFromOrder = defineEndpoint('withdrawFromOrder', {
  summary:
    'Withdraws from an order by its number and e-mail address; the answer never says whether there is one, an e-mail to it does',
  access: 'public',
  body: z.strictObject({
    orderNumber: requiredLine('Please enter the number of your order', 40),
    email: knownEmail,
  }),
  response: envelope(z.null()),
  errors: ['TOO_MANY_REQUESTS'],
})
