import type { StaffCoupon } from '@solvane/contract/coupons.admin'
import { makeBuyer } from './buyers.ts'
import { setPrice, stockVariants } from './product-factory.ts'
import { signUp } from './sign-up.ts'
import type { TestShop } from './test-shop.ts'

/** The differences of a coupon from ten percent off anything, for anyone, at any time. */
export interface CouponRule {
  discount_type?: 'PERCENTAGE' | 'FIXED_AMOUNT'
  /** In hundredths of a percent or of a dollar. */
  discount_value?: number
  minimum_cents?: number
  starts_at?: string
  valid_until?: string
  total_limit?: number
  customer_limit?: number
  is_listed?: boolean
  is_enabled?: boolean
}

/** Adds a coupon. */
export async function addCoupon(shop: TestShop, rule: CouponRule = {}): Promise<{ code: string }> {
  const coupon = {
    code: `T${crypto.randomUUID().slice(0, 8)}`,
    name: 'A coupon of the tests',
    discount_type: 'PERCENTAGE',
    discount_value: 10_00,
    created_at: new Date(),
    ...rule,
  }
  await shop.ctx.db.kysely.insertInto('coupon').values(coupon).execute()
  return coupon
}

/** A code that no other coupon has. */
export const newCouponCode = () => `T-${crypto.randomUUID().slice(0, 8)}`

/** The default coupon of the desk. */
export const plainCoupon = {
  name: 'For friends',
  discountType: 'PERCENTAGE',
  discountValue: 12.5,
} as const

export type CouponDesk = Awaited<ReturnType<typeof openCouponDesk>>

/** The operations of staff on coupons, and a shopper who uses them for a variant of $200. */
export async function openCouponDesk(shop: TestShop) {
  const [variant] = await stockVariants(shop, 1, 1_000)
  await setPrice(shop, variant, 200_00)
  const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  const manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  return {
    variant,
    support,
    manager,
    buyer: await makeBuyer(shop),
    async create(input: object = {}): Promise<StaffCoupon> {
      const body = { ...plainCoupon, code: newCouponCode(), ...input }
      return (await shop.call('createCoupon', { headers: manager.headers, body })).data
    },
    async get(couponId: string): Promise<StaffCoupon> {
      return (await shop.call('getCoupon', { headers: support.headers, params: { couponId } })).data
    },
    update({ id, ...coupon }: StaffCoupon, change: object = {}) {
      const { isEnabled, state, createdAt, uses, wasRedeemed, ...text } = coupon
      const body = { ...text, ...change }
      return shop.call('updateCoupon', { headers: manager.headers, params: { couponId: id }, body })
    },
    enable: (couponId: string, isEnabled: boolean) =>
      shop.call('setCouponEnabled', {
        headers: manager.headers,
        params: { couponId },
        body: { isEnabled },
      }),
  }
}
