import { z } from 'zod'
import { defineEndpoint, nestedListEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'

export const discountTypes = ['PERCENTAGE', 'FIXED_AMOUNT'] as const

/** What a shopper sees of a coupon. */
export const coupon = z.object({
  id: z.uuid(),
  name: z.string(),
  code: z.string(),
  discountType: z.enum(discountTypes),
  /** Percent of the goods, or dollars. */
  discountValue: z.number().positive(),
  /** What the goods must come to; 0 for any. */
  minimumAmount: dollars,
  validFrom: instant.nullable(),
  /** Good up to and at this instant; null: no expiration. */
  validUntil: instant.nullable(),
})
export type Coupon = z.infer<typeof coupon>

/** A coupon that an order has, or would have. */
export const appliedCoupon = coupon.pick({
  code: true,
  name: true,
  discountType: true,
  discountValue: true,
})
export type AppliedCoupon = z.infer<typeof appliedCoupon>

/** As typed. Whether there is one, and whether it applies, has one answer only: none. */
export const couponCode = z.string().trim().max(100)

export const listMyCoupons = defineEndpoint('listMyCoupons', {
  summary: 'The coupons I can use now',
  access: 'user',
  response: nestedListEnvelope(coupon),
  errors: ['UNAUTHENTICATED'],
})
