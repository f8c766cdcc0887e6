import type { TestShop } from './test-shop.ts'

/** How a coupon differs from ten percent off anything, for anyone, at any time. */
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
