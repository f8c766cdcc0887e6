import { z } from 'zod'
import { deliveryAddress } from './addresses.ts'
import { email } from './auth.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars } from './money.ts'
import { wantedItems } from './order-placing.ts'
import { order } from './orders.ts'
import { isHttpsAddress, requiredLine, textOfLines } from './text.ts'

/** Staff's changes of an order. Every endpoint returns the changed order. */
const orderId = z.object({ orderId: z.uuid() })
const reason = textOfLines(500)
const staffErrors = ['UNAUTHENTICATED', 'FORBIDDEN', 'ORDER_NOT_FOUND', 'ORDER_STATE'] as const

/** The carrier's tracking data. */
export const trackingFields = {
  carrier: requiredLine('Please name the carrier', 100),
  trackingNumber: requiredLine('Please write the number', 100),
  trackingUrl: z
    .string()
    .trim()
    .max(500)
    .refine(isHttpsAddress, 'Please write an address with https://')
    .nullish(),
}
/** The order's version that is corrected; rejected if somebody else has corrected it since. */
const version = z.number().int().nonnegative()
/** The version that staff have seen, if it is to be checked. */
const seenVersion = version.optional()

export const shipOrder = defineEndpoint('shipOrder', {
  summary: 'PROCESSING → SHIPPED, with what the carrier gave',
  access: 'admin',
  params: orderId,
  body: z.strictObject({ ...trackingFields, version: seenVersion }),
  response: envelope(order),
  errors: [
    ...staffErrors,
    'STALE_EDIT',
    'ORDER_WITHDRAWN',
    'ORDER_SUPPLEMENT_OPEN',
    'ORDER_REFUNDED',
  ],
})

export const sendParcel = defineEndpoint('sendParcel', {
  summary:
    'Sends a part of a PROCESSING order, with what the carrier gave; the parcel with the last items makes it SHIPPED',
  access: 'admin',
  params: orderId,
  body: z.strictObject({ ...trackingFields, items: wantedItems, version: seenVersion }),
  response: envelope(order),
  errors: [
    ...staffErrors,
    'STALE_EDIT',
    'ORDER_WITHDRAWN',
    'ORDER_SUPPLEMENT_OPEN',
    'ORDER_REFUNDED',
    'PARCEL_ITEMS',
  ],
})

export const correctTracking = defineEndpoint('correctTracking', {
  summary: 'Corrects the carrier, number and link of a parcel; the shopper gets an e-mail',
  access: 'admin',
  params: orderId,
  body: z.strictObject({
    ...trackingFields,
    version,
    /** An earlier parcel; without, the one that completed the order. */
    parcelId: z.uuid().nullish(),
  }),
  response: envelope(order),
  errors: [...staffErrors, 'STALE_EDIT'],
})

export const correctOrderContact = defineEndpoint('correctOrderContact', {
  summary:
    'Corrects where an order goes and which address its e-mails go to, until it is shipped; the shopper gets an e-mail',
  access: 'admin',
  params: orderId,
  body: z
    .strictObject({ version, email: email.optional(), address: deliveryAddress.optional() })
    .refine((given) => given.email !== undefined || given.address !== undefined, {
      path: ['address'],
      message: 'Please say what to correct',
    }),
  response: envelope(order),
  errors: [...staffErrors, 'STALE_EDIT', 'ORDER_TAXED_OTHERWISE'],
})

/** The e-mails of an order that can be sent again. */
export const orderEmails = [
  'placed',
  'paid',
  'accepted',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
] as const
export type OrderEmail = (typeof orderEmails)[number]

export const sendOrderEmail = defineEndpoint('sendOrderEmail', {
  summary:
    'Writes an e-mail of an order again, as the order is now, to its e-mail address; of those it has had',
  access: 'admin',
  staff: 'SUPPORT',
  params: orderId,
  body: z.strictObject({ email: z.enum(orderEmails) }),
  response: envelope(z.null()),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'ORDER_NOT_FOUND', 'ORDER_EMAIL_UNAVAILABLE'],
})

export const deliverOrder = defineEndpoint('deliverOrder', {
  summary: 'SHIPPED → DELIVERED',
  access: 'admin',
  params: orderId,
  response: envelope(order),
  errors: staffErrors,
})

export const completeOrder = defineEndpoint('completeOrder', {
  summary: 'DELIVERED → COMPLETED, before it does so by itself',
  access: 'admin',
  params: orderId,
  response: envelope(order),
  errors: staffErrors,
})

export const cancelOrder = defineEndpoint('cancelOrder', {
  summary: 'Cancels an order that is not shipped: refunds what was paid and restocks its items',
  access: 'admin',
  needsConfirmation: true,
  params: orderId,
  body: z.strictObject({ reason }),
  response: envelope(order),
  errors: [...staffErrors, 'PAYMENT_IN_PROGRESS', 'CONFIRMATION_REQUIRED'],
})

/** The prefixes of the keys of automatic refunds and of refunds of returns; other keys of staff must not have them. */
export const systemRefundKeys = 'system:'
export const returnRefundKeys = 'return:'

export const refundOrder = defineEndpoint('refundOrder', {
  summary:
    'Pays back all or part of what was paid; the same key, which must not begin with `system:` or `return:`, asks for the same refund',
  access: 'admin',
  needsConfirmation: true,
  params: orderId,
  body: z.strictObject({
    amount: dollars.positive(),
    reason,
    key: z
      .string()
      .min(1)
      .max(200)
      .refine((key) => !key.startsWith(systemRefundKeys) && !key.startsWith(returnRefundKeys)),
    /** The attempt to refund, if there were several; by default the one that pays the order. */
    paymentId: z.uuid().optional(),
    /** Staff have made the refund themselves; the reason says how. */
    byHand: z.boolean().default(false),
  }),
  response: envelope(order),
  errors: [
    ...staffErrors,
    'PAYMENT_NOT_FOUND',
    'REFUND_TOO_LARGE',
    'REFUND_KEY_REUSED',
    'CONFIRMATION_REQUIRED',
  ],
})

export const markOrderPaid = defineEndpoint('markOrderPaid', {
  summary: 'Records money that came another way, with its reference',
  access: 'admin',
  params: orderId,
  body: z.strictObject({ reference: reason, version: seenVersion }),
  response: envelope(order),
  errors: [...staffErrors, 'STALE_EDIT', 'ITEM_UNAVAILABLE', 'PAYMENT_IN_PROGRESS'],
})

export const collectCash = defineEndpoint('collectCash', {
  summary: 'Records that the cash of an order paid on delivery was taken',
  access: 'admin',
  params: orderId,
  response: envelope(order),
  errors: staffErrors,
})

export const markOrderRefused = defineEndpoint('markOrderRefused', {
  summary:
    'Cancels an order whose parcel came back and whose cash on delivery nobody paid: restocks its items and credits its invoice',
  access: 'admin',
  needsConfirmation: true,
  params: orderId,
  body: z.strictObject({ reason }),
  response: envelope(order),
  errors: [...staffErrors, 'PAYMENT_IN_PROGRESS', 'CONFIRMATION_REQUIRED'],
})
