import { z } from 'zod'
import { picture } from './catalog.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { orderGift } from './gifts.ts'
import { dollars, instant } from './money.ts'
import { anyMethod } from './order-payments.admin.ts'
import {
  attributeValues,
  dayOrInstant,
  orderStatus,
  refundState,
  shippingAddress,
} from './orders.ts'
import { paymentStatus } from './payments.ts'
import { flag, staffListQuery, unlessEmpty } from './query.ts'

/** What the list of orders can be sorted by. */
export const orderSorts = ['createdAt', 'totalAmount'] as const

/** An order in the staff's list. */
export const staffOrderRow = z.object({
  id: z.uuid(),
  orderNumber: z.string(),
  status: orderStatus,
  createdAt: instant,
  /** Null, like the name, once the account is closed. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  country: z.string(),
  /** How many units in total, and the name of the first item. */
  quantity: z.number().int().positive(),
  firstItem: z.string(),
  totalAmount: dollars,
  refundedAmount: dollars,
  refundState,
  paymentMethod: anyMethod.nullable(),
  paymentStatus: paymentStatus.nullable(),
  trackingNumber: z.string().nullable(),
  /** Something about its money waits for staff, or for a provider that cannot be reached. */
  needsReview: z.boolean(),
  isGift: z.boolean(),
  /** The shopper has withdrawn: the order is not shipped while the withdrawal is open. */
  isWithdrawn: z.boolean(),
})
export type StaffOrderRow = z.infer<typeof staffOrderRow>

/** The filters that apply in every state. */
const narrowing = {
  paymentStatus: unlessEmpty(paymentStatus),
  method: unlessEmpty(anyMethod),
  /** A day is all of it in UTC. */
  from: unlessEmpty(dayOrInstant),
  until: unlessEmpty(dayOrInstant),
  customerId: unlessEmpty(z.uuid()),
  isGift: flag,
}
const filters = { ...narrowing, status: unlessEmpty(orderStatus), needsReview: flag }

export const listOrders = defineEndpoint('listOrders', {
  summary:
    'Lists all orders; `q` searches number, e-mail, name, tracking number, products, address, phone, remark and notes, the other fields filter',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({ ...staffListQuery(orderSorts), ...filters }),
  response: listEnvelope(staffOrderRow),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

export const countOrders = defineEndpoint('countOrders', {
  summary:
    'How many orders of those that `q` and the filters find are in each state, and how many wait for a look at their money',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({ q: staffListQuery(orderSorts).q, ...narrowing }),
  response: envelope(
    z.object({
      byStatus: z.record(orderStatus, z.number().int()),
      needsReview: z.number().int(),
      total: z.number().int(),
    }),
  ),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
})

/** Slips that are printed at once at most. */
export const mostPackingSlips = 50

/** The slip that goes into a parcel: without prices. */
export const packingSlip = z.object({
  orderId: z.uuid(),
  orderNumber: z.string(),
  createdAt: instant,
  status: orderStatus,
  address: shippingAddress,
  remark: z.string().nullable(),
  /** Missing unless it is a gift. */
  gift: orderGift.omit({ wrapFee: true }).optional(),
  /** How many items of the order were sent in earlier parcels; they are not among the lines. */
  sentBefore: z.number().int(),
  lines: z.array(
    z.object({
      variantId: z.uuid(),
      identifier: z.string(),
      name: z.string(),
      attributeValues,
      quantity: z.number().int(),
      /** Of the variant as it is now; null if they are not known. */
      sku: z.string().nullable(),
      countryOfOrigin: z.string().nullable(),
      /** As ordered. Missing from the release before. */
      picture: picture.optional(),
    }),
  ),
})
export type PackingSlip = z.infer<typeof packingSlip>

export const listPackingSlips = defineEndpoint('listPackingSlips', {
  summary:
    'What to pack for these orders, in their order; `orderIds` is a comma list. Of an order that is cancelled, withdrawn from or supplementary nothing is packed',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    orderIds: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(z.string().max(100)).min(1).max(mostPackingSlips)),
  }),
  response: listEnvelope(packingSlip),
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'ORDER_NOT_FOUND', 'NOTHING_TO_PACK'],
})
