import { z } from 'zod'
import { picture } from './catalog.ts'
import { appliedCoupon, couponCode } from './coupons.ts'
import { deliveryMethod, orderDelivery, parcel } from './delivery.ts'
import { defineEndpoint, envelope, nestedListEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { paymentMethod, paymentStatus } from './payments.ts'
import { pagingQuery, unlessEmpty } from './query.ts'
import { linesOfText } from './text.ts'

export { idempotencyKeyHeader } from './paths.ts'

/** The states of an order; docs/checkout.md has the transitions (decision O2). */
export const orderStatuses = [
  'UNPAID',
  'PENDING',
  'PROCESSING',
  'SHIPPED',
  'DELIVERED',
  'COMPLETED',
  'CANCELLED',
] as const
export const orderStatus = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof orderStatus>

/** Orders on a page (spec section 9). */
export const orderPageSize = 10

/** The most lines of an order. */
export const largestOrder = 200

/** The most characters of a remark. */
export const longestRemark = 500

/**
 * The items to buy. The use case rejects an empty list with the specified message; lines of the
 * same variant are added up.
 */
export const wantedItems = z
  .array(z.strictObject({ variantId: z.uuid(), quantity: z.number().int().min(1).max(10_000) }))
  .max(largestOrder)
  .default([])

export const attributeValues = z.record(z.string(), z.string())

export const previewItem = z.object({
  variantId: z.uuid(),
  productId: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  cover: z.string(),
  picture,
  /** The price now. */
  unitPrice: dollars,
  /** The price without the sale that is on; else null. */
  originalPrice: dollars.nullable(),
  quantity: z.number().int().positive(),
  /** Whether this quantity is available. */
  isAvailable: z.boolean(),
  /** Units in stock; 0 when the product is withdrawn. */
  stock: z.number().int().nonnegative(),
  totalPrice: dollars,
  attributeValues,
})
export type PreviewItem = z.infer<typeof previewItem>

export const orderPreview = z.object({
  /** In the requested order. An unknown variant is only in `unavailableItems`. */
  items: z.array(previewItem),
  /** Of the available items. */
  goodsTotalPrice: dollars,
  shippingFee: dollars,
  couponDiscountAmount: dollars,
  finalAmount: dollars,
  /** Missing when no coupon was asked for, or it does not apply (decision O11). */
  appliedCouponInfo: appliedCoupon.optional(),
  /** Variant ids. */
  unavailableItems: z.array(z.uuid()),
  /**
   * How these goods can be delivered to the address, with their fees for these goods; none if the
   * shop does not deliver there.
   */
  deliveryMethods: z.array(deliveryMethod),
  /** The chosen one, else the first; null if there is none. */
  deliveryMethodId: z.string().nullable(),
})
export type OrderPreview = z.infer<typeof orderPreview>

/** The id of a delivery method; by default the first of the address. */
const deliveryMethodId = z.string().max(60)

export const previewOrder = defineEndpoint('previewOrder', {
  summary: 'What an order of these items would come to now; holds nothing',
  access: 'user',
  body: z.strictObject({
    items: wantedItems,
    couponCode: couponCode.nullish(),
    /** Where it is delivered to; without, or if it is not the shopper's, as most orders are. */
    addressId: z.uuid().nullish(),
    deliveryMethodId: deliveryMethodId.nullish(),
  }),
  response: envelope(orderPreview),
  errors: ['UNAUTHENTICATED', 'NO_ITEMS_CHOSEN', 'TOO_MANY_REQUESTS'],
})

export const shippingAddress = z.object({
  fullName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  streetAddress: z.string().nullable(),
  addressLine2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
})

export const orderItem = z.object({
  variantId: z.uuid(),
  /** As it was when ordered, like everything in an order. */
  variant: z.object({
    id: z.uuid(),
    price: dollars,
    attributeValues,
    cover: z.string(),
    picture,
    product: z.object({ id: z.uuid(), identifier: z.string(), name: z.string() }),
  }),
  productName: z.string(),
  unitPrice: dollars,
  quantity: z.number().int().positive(),
  totalPrice: dollars,
})
export type OrderItem = z.infer<typeof orderItem>

/** Whether the payment of an order was refunded, partially or fully. */
export const refundState = z.enum(['NONE', 'PARTIAL', 'FULL'])
export type RefundState = z.infer<typeof refundState>

/** A payment method of the shop that is not available to this shopper or for this order. */
export const closedPaymentMethod = z.object({
  paymentMethod,
  /** The error code and message of choosing it. */
  code: z.string(),
  reason: z.string(),
})
export type ClosedPaymentMethod = z.infer<typeof closedPaymentMethod>

const orderSummary = {
  id: z.uuid(),
  /** For people: `SV100001`. */
  orderNumber: z.string(),
  status: orderStatus,
  createdAt: instant,
  items: z.array(orderItem),
  itemsTotalPrice: dollars,
  shippingFee: dollars,
  couponDiscountAmount: dollars,
  totalAmount: dollars,
  /** Amount refunded; refunds of duplicate payments are not included. */
  refundedAmount: dollars,
  refundState,
  /** Of the relevant attempt: the paid one, else the last; null before the first. */
  paymentMethod: z.enum([...paymentMethod.options, 'MANUAL']).nullable(),
  paymentStatus: paymentStatus.nullable(),
}

/** An order in the list. */
export const orderCard = z.object(orderSummary)
export type OrderCard = z.infer<typeof orderCard>

export const order = z.object({
  ...orderSummary,
  /** Null for orders from before there were methods. */
  delivery: orderDelivery.nullable(),
  remark: z.string().nullable(),
  /** Until when the items are reserved for payment; null unless PENDING. */
  holdEndsAt: instant.nullable(),
  appliedCoupon: appliedCoupon.nullable(),
  couponCode: z.string().nullable(),
  address: shippingAddress,
  shippingFullName: z.string().nullable(),
  shippingPhoneNumber: z.string().nullable(),
  shippingStreetAddress: z.string().nullable(),
  shippingAddressLine2: z.string().nullable(),
  shippingCity: z.string().nullable(),
  shippingState: z.string().nullable(),
  shippingPostalCode: z.string().nullable(),
  shippingCountry: z.string(),
  tracking: z
    .object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })
    .nullable(),
  /** What was sent so far, the first first; `tracking` is that of the last one of a whole order. */
  parcels: z.array(parcel),
  /** Every state so far, oldest first. */
  timeline: z.array(z.object({ status: orderStatus, at: instant })),
  /** The payment page of the attempt that is open or being confirmed; null without one. */
  paymentUrl: z.string().nullable(),
  canCancel: z.boolean(),
  canPay: z.boolean(),
  /**
   * Payment methods that are not available for this order, with the reason; while it can be paid.
   */
  closedPaymentMethods: z.array(closedPaymentMethod),
  /** A wrong amount has arrived, and staff have to decide about it: nothing more should be sent. */
  isPaymentInReview: z.boolean(),
})
export type Order = z.infer<typeof order>

/** Lone surrogates are replaced instead of rejecting the order. */
const remark = z
  .string()
  .overwrite((text) => text.toWellFormed())
  .pipe(linesOfText(longestRemark))

export const placeOrder = defineEndpoint('placeOrder', {
  summary:
    'Places an order and reserves its items; a repeat with the same `Idempotency-Key` header returns the same order',
  access: 'user',
  status: 201,
  body: z.strictObject({
    items: wantedItems,
    addressId: z.uuid().nullish(),
    deliveryMethodId: deliveryMethodId.nullish(),
    couponCode: couponCode.nullish(),
    remark: remark.nullish(),
    /** `cart`: the items leave the cart; `buyNow`: the cart stays as it is (decision O14). */
    source: z.enum(['cart', 'buyNow']).default('cart'),
    /** The total the shopper has seen; a different one rejects the order (decision O10). */
    expectedTotal: dollars.optional(),
  }),
  response: envelope(order),
  errors: [
    'UNAUTHENTICATED',
    'ORDER_ITEMS_MISSING',
    'ORDER_ADDRESS_MISSING',
    'ADDRESS_NOT_FOUND',
    'ITEM_UNAVAILABLE',
    'COUNTRY_NOT_DELIVERED',
    'DELIVERY_METHOD_UNAVAILABLE',
    'COUPON_REFUSED',
    'TOTAL_CHANGED',
    'ORDER_TOO_LARGE',
    'TOO_MANY_UNPAID_ORDERS',
    'TOO_MANY_RESERVED_UNITS',
    'TOO_MANY_ORDERS',
    'ORDER_NEEDS_CONFIRMED_EMAIL',
    'IDEMPOTENCY_KEY_INVALID',
    'IDEMPOTENCY_KEY_REUSED',
    'TOO_MANY_REQUESTS',
  ],
})

const paging = pagingQuery(orderPageSize)

/** Orders per page, from any of the three parameters. */
export const orderSizeOf = paging.sizeOf

/**
 * A day counts from its first to its last instant, in UTC for shoppers and in the shop's time zone
 * for staff; an instant counts as it is.
 */
export const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

export const listMyOrders = defineEndpoint('listMyOrders', {
  summary: 'My orders, the newest first, narrowed by state and time',
  access: 'user',
  query: z.object({
    ...paging.shape,
    status: unlessEmpty(orderStatus),
    createdAtStart: unlessEmpty(dayOrInstant),
    createdAtEnd: unlessEmpty(dayOrInstant),
  }),
  response: nestedListEnvelope(orderCard),
  errors: ['UNAUTHENTICATED'],
})

const orderId = z.object({ orderId: z.uuid() })

export const getMyOrder = defineEndpoint('getMyOrder', {
  summary: 'One of my orders',
  access: 'user',
  // Any text: an invalid id is answered like an unknown order.
  params: z.object({ orderId: z.string() }),
  response: envelope(order),
  errors: ['UNAUTHENTICATED', 'ORDER_NOT_FOUND'],
})

export const cancelMyOrder = defineEndpoint('cancelMyOrder', {
  summary: 'Cancels my order before it is dispatched; what was paid is paid back',
  access: 'user',
  params: orderId,
  body: z.strictObject({ reason: linesOfText(longestRemark).optional() }).default({}),
  response: envelope(order),
  errors: ['UNAUTHENTICATED', 'ORDER_NOT_FOUND', 'ORDER_NOT_CANCELLABLE', 'PAYMENT_IN_PROGRESS'],
})

const prefix = 'SV'
const largest = 2_147_483_647

/** The number of an order as people see it: `SV100001`. */
export function toOrderNumber(number: number): string {
  return `${prefix}${number}`
}

/** Parses an order number, with or without `SV`; undefined if it is not one. */
export function readOrderNumber(text: string): number | undefined {
  const digits = /^(?:sv)?\s*#?(\d{1,10})$/i.exec(text.trim())?.[1]
  const number = Number(digits)
  return digits && number > 0 && number <= largest ? number : undefined
}
