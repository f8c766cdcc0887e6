import { z } from 'zod'
import { picture } from './catalog.ts'
import { appliedCoupon, couponCode } from './coupons.ts'
import { deliveryMethod } from './delivery.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { giftChoice, orderGift } from './gifts.ts'
import { dollars } from './money.ts'
import { attributeValues, longestRemark, order } from './orders.ts'
import { selectionToken } from './selections.ts'
import { taxFields } from './tax.ts'
import { isTaxNumber, plainTaxNumber, wrongTaxNumber } from './tax-numbers.ts'
import { lineOfText, linesOfText } from './text.ts'

/** The most lines of an order. */
export const largestOrder = 200

/** Lines of the same variant are added up. */
export const wantedLines = z
  .array(z.strictObject({ variantId: z.uuid(), quantity: z.number().int().min(1).max(10_000) }))
  .max(largestOrder)

/** The items to buy. The use case rejects an empty list with the specified message. */
export const wantedItems = wantedLines.nullish().transform((items) => items ?? [])

/** Of the shopper; empty for none. */
const addressId = z
  .union([z.uuid(), z.literal('')])
  .nullish()
  .transform((id) => id || null)

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
  ...taxFields,
  /** Missing if no coupon was requested, or it does not apply. */
  appliedCouponInfo: appliedCoupon.optional(),
  /** Missing unless something of a gift was chosen, and the shop offers it. */
  gift: orderGift.pick({ isWrapped: true, wrapFee: true }).optional(),
  /** Variant ids. */
  unavailableItems: z.array(z.uuid()),
  /**
   * The delivery methods for these goods and the address, with their fees; empty if the shop does
   * not deliver there.
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
    /**
     * The address to deliver to; if missing, or not the shopper's own, delivery is as to most
     * orders.
     */
    addressId,
    deliveryMethodId: deliveryMethodId.nullish(),
    gift: giftChoice.nullish(),
    /** An adviser's selection: its reserved units are available in addition to the stock. */
    selection: selectionToken.nullish(),
  }),
  response: envelope(orderPreview),
  errors: ['UNAUTHENTICATED', 'NO_ITEMS_CHOSEN', 'TOO_MANY_REQUESTS'],
})

/** Lone surrogates are replaced instead of rejecting the order. */
const remark = z
  .string()
  .overwrite((text) => text.toWellFormed())
  .pipe(linesOfText(longestRemark))

/** Empty for none. */
const taxNumber = z
  .string()
  .max(40)
  .overwrite(plainTaxNumber)
  .refine((number) => number === '' || isTaxNumber(number), wrongTaxNumber)

export const placeOrder = defineEndpoint('placeOrder', {
  summary:
    'Places an order and reserves its items; a repeat with the same `Idempotency-Key` header returns the same order',
  access: 'user',
  status: 201,
  body: z.strictObject({
    items: wantedItems,
    addressId,
    deliveryMethodId: deliveryMethodId.nullish(),
    couponCode: couponCode.nullish(),
    remark: remark.nullish(),
    /** Of a business, for its invoice. */
    company: lineOfText(120).nullish(),
    taxNumber: taxNumber.nullish(),
    gift: giftChoice.nullish(),
    /** An adviser's selection: the order takes over its reserved units. */
    selection: selectionToken.nullish(),
    /** `cart`: the items leave the cart; `buyNow`: the cart stays as it is. */
    source: z.enum(['cart', 'buyNow']).default('cart'),
    /** The total the shopper has seen; a different one rejects the order. */
    expectedTotal: dollars.optional(),
  }),
  response: envelope(order),
  errors: [
    'UNAUTHENTICATED',
    'ORDER_ITEMS_MISSING',
    'ORDER_ADDRESS_MISSING',
    'ADDRESS_NOT_FOUND',
    'SELECTION_ENDED',
    'SELECTION_ORDERED',
    'ITEM_UNAVAILABLE',
    'COUNTRY_NOT_DELIVERED',
    'DELIVERY_METHOD_UNAVAILABLE',
    'COUPON_REFUSED',
    'GIFT_UNAVAILABLE',
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
