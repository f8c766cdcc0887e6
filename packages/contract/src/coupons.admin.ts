import { z } from 'zod'
import { discountTypes } from './coupons.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, hundredths, instant, plausibleLocalInstant } from './money.ts'
import { orderStatus } from './orders.ts'
import { flag, staffListQuery, unlessEmpty } from './query.ts'
import { requiredLine } from './text.ts'

/**
 * What a coupon is now. `SCHEDULED`: it begins later; `ENDED`; `USED_UP`: its uses are; `DISABLED` by staff.
 */
export const couponStates = ['ACTIVE', 'SCHEDULED', 'ENDED', 'USED_UP', 'DISABLED'] as const
export const couponState = z.enum(couponStates)
export type CouponState = (typeof couponStates)[number]

/** What the list of coupons can be sorted by. */
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
  /** What the goods must come to; 0 for any. */
  minimumAmount: dollars.max(largestAmount).default(0),
  validFrom: plausibleLocalInstant.nullable().default(null),
  /** Good up to and at this instant. */
  validUntil: plausibleLocalInstant.nullable().default(null),
  /** Uses in all; null for any number, 0 for none. */
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

/** A coupon as staff write it. */
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
  /** Of the last edit; an edit names the one it began with. */
  version: z.number().int(),
  /** Uses that count. */
  uses: z.number().int(),
  /** Whether any order ever had it: then code and kind stay as they are. */
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
  errors: [...staffErrors, 'COUPON_CODE_TAKEN'],
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
  /** When it stopped counting: the order expired or was cancelled. */
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
    /** Only those that count. */
    counting: flag,
  }),
  response: listEnvelope(redemption),
  errors: [...staffErrors, 'COUPON_NOT_FOUND'],
})
