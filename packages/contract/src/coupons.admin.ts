import { z } from 'zod'
import { discountTypes } from './coupons.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, hundredths, instant, plausibleLocalInstant } from './money.ts'
import { orderStatus } from './orders.ts'
import { flag, staffListQuery, unlessEmpty } from './query.ts'
import { requiredLine } from './text.ts'

/**
 * The current state of a coupon. `SCHEDULED`: not valid yet; `ENDED`: no longer valid; `USED_UP`:
 * no uses left; `DISABLED`: by staff.
 */
export const couponStates = ['ACTIVE', 'SCHEDULED', 'ENDED', 'USED_UP', 'DISABLED'] as const
export const couponState = z.enum(couponStates)
export type CouponState = (typeof couponStates)[number]

/** The sort keys of the list of coupons. */
export const couponSorts = ['createdAt', 'code', 'validUntil'] as const

/** Letters, digits and hyphens, so that anyone can type it. */
const newCouponCode = z
  .string()
  .trim()
  .max(40)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/, 'Please use letters, numbers and hyphens')

const mostUses = 1_000_000
const largestAmount = 999_999.99

const couponText = z.strictObject({
  code: newCouponCode,
  name: requiredLine('Please give it a name', 200),
  discountType: z.enum(discountTypes),
  /** Percent of the goods in hundredths (`12.5`), or dollars. */
  discountValue: hundredths.positive('Please enter more than nothing').max(largestAmount),
  /** The minimum amount of goods; 0 for any. */
  minimumAmount: dollars.max(largestAmount).default(0),
  validFrom: plausibleLocalInstant.nullable().default(null),
  /** Valid up to and including this instant. */
  validUntil: plausibleLocalInstant.nullable().default(null),
  /** The total number of uses; null for unlimited, 0 for none. */
  totalLimit: z.number().int({ abort: true }).min(0).max(mostUses).nullable().default(null),
  customerLimit: z
    .number()
    .int({ abort: true })
    .min(1, 'Please enter 1 or more')
    .max(mostUses)
    .nullable()
    .default(null),
  /** Shown to every customer who can use it. */
  isListed: z.boolean().default(true),
})

type CouponText = z.output<typeof couponText>

const rules = <Schema extends z.ZodType<CouponText>>(schema: Schema) =>
  schema
    .refine(
      ({ discountType, discountValue }) => discountType !== 'PERCENTAGE' || discountValue <= 100,
      {
        path: ['discountValue'],
        message: 'A percentage is at most 100',
      },
    )
    .refine(
      ({ validFrom, validUntil }) =>
        !validFrom || !validUntil || Date.parse(validFrom) <= Date.parse(validUntil),
      { path: ['validUntil'], message: 'It must end after it begins' },
    )

/** A coupon as staff edit it. */
export const couponInput = rules(couponText)
export type CouponInput = z.output<typeof couponInput>

export const staffCoupon = z.object({
  id: z.uuid(),
  ...couponText.shape,
  validFrom: instant.nullable(),
  validUntil: instant.nullable(),
  isEnabled: z.boolean(),
  state: couponState,
  createdAt: instant,
  /** The version; an edit names the one it is based on. */
  version: z.number().int(),
  /** The current uses. */
  uses: z.number().int(),
  /** Whether any order ever used it: then code and type cannot change. */
  wasRedeemed: z.boolean(),
})
export type StaffCoupon = z.infer<typeof staffCoupon>

const staffErrors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const params = z.object({ couponId: z.uuid() })

export const listCoupons = defineEndpoint('listCoupons', {
  summary: 'Lists coupons; `q` searches code and name',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({ ...staffListQuery(couponSorts), state: unlessEmpty(couponState) }),
  response: listEnvelope(staffCoupon),
  errors: staffErrors,
})

export const getCoupon = defineEndpoint('getCoupon', {
  summary: 'A coupon',
  access: 'admin',
  staff: 'SUPPORT',
  params,
  response: envelope(staffCoupon),
  errors: [...staffErrors, 'COUPON_NOT_FOUND'],
})

export const createCoupon = defineEndpoint('createCoupon', {
  summary: 'Adds a coupon',
  access: 'admin',
  status: 201,
  body: couponInput,
  response: envelope(staffCoupon),
  errors: [...staffErrors, 'COUPON_CODE_TAKEN', 'COUPON_OVER'],
})

export const updateCoupon = defineEndpoint('updateCoupon', {
  summary: 'Edits a coupon; once an order had it, code and kind stay as they are',
  access: 'admin',
  params,
  body: rules(couponText.extend({ version: z.number().int() })),
  response: envelope(staffCoupon),
  errors: [
    ...staffErrors,
    'COUPON_NOT_FOUND',
    'COUPON_CODE_TAKEN',
    'COUPON_REDEEMED',
    'STALE_EDIT',
  ],
})

export const setCouponEnabled = defineEndpoint('setCouponEnabled', {
  summary: 'Switches a coupon on or off; orders that have it keep it',
  access: 'admin',
  params,
  body: z.strictObject({ isEnabled: z.boolean() }),
  response: envelope(staffCoupon),
  errors: [...staffErrors, 'COUPON_NOT_FOUND'],
})

const redemption = z.object({
  orderId: z.uuid(),
  orderNumber: z.string(),
  orderStatus,
  /** Null once the account is closed. */
  customer: z.object({ id: z.uuid(), email: z.string() }).nullable(),
  discountAmount: dollars,
  redeemedAt: instant,
  /** When the use was released: the order expired or was cancelled. */
  releasedAt: instant.nullable(),
})
export type Redemption = z.infer<typeof redemption>

export const listRedemptions = defineEndpoint('listRedemptions', {
  summary: 'The orders that had a coupon, the newest first',
  access: 'admin',
  staff: 'SUPPORT',
  params,
  query: z.object({
    ...staffListQuery(['redeemedAt']),
    /** Only current uses. */
    counting: flag,
  }),
  response: listEnvelope(redemption),
  errors: [...staffErrors, 'COUPON_NOT_FOUND'],
})
