import { z } from 'zod'
import { defineEndpoint, nestedListEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'

export const discountTypes = ['PERCENTAGE', 'FIXED_AMOUNT'] as const

/** A coupon for shoppers. */
export const coupon = z.object({
  id: z.uuid(),
  name: z.string(),
  code: z.string(),
  discountType: z.enum(discountTypes),
  /** Percent of the goods, or dollars. */
  discountValue: z.number().positive(),
  /** The minimum amount of goods; 0 for any. */
  minimumAmount: dollars,
  validFrom: instant.nullable(),
  /** Valid up to and including this instant; null: no expiration. */
  validUntil: instant.nullable(),
})
export type Coupon = z.infer<typeof coupon>

/** The coupon of an order or a preview. */
export const appliedCoupon = coupon.pick({
  code: true,
  name: true,
  discountType: true,
  discountValue: true,
})
export type AppliedCoupon = z.infer<typeof appliedCoupon>

/** The code as typed. An unknown code has the response of a coupon that does not apply. */
export const couponCode = z.string().trim()
export const longestCouponCode = 100

export const listMyCoupons = defineEndpoint('listMyCoupons', {
  summary: 'The coupons I can use now',
  access: 'user',
  response: nestedListEnvelope(coupon),
  errors: ['UNAUTHENTICATED'],
})
