import type { AppliedCoupon, Coupon } from '@solvane/contract/coupons'
import { toDollars } from '../catalog/to-card.ts'
import type { CouponRow } from './coupons.queries.ts'

/** A row as the contract's coupon. */
export function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    ...toAppliedCoupon(row),
    minimumAmount: toDollars(row.minimum_cents),
    validFrom: row.starts_at?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
  }
}

/** What an order tells of its coupon. */
export function toAppliedCoupon({
  code,
  name,
  discount_type,
  discount_value,
}: Pick<CouponRow, 'code' | 'name' | 'discount_type' | 'discount_value'>): AppliedCoupon {
  return {
    code,
    name,
    discountType: discount_type,
    // Hundredths, of a percent or of a dollar.
    discountValue: discount_value / 100,
  }
}
