import type { CouponState, StaffCoupon } from '@solvane/contract/coupons.admin'
import { formatMoney } from '@solvane/ui/price'
import type { MarkTone } from '../../parts/mark.tsx'

export const couponStateNames: Readonly<Record<CouponState, string>> = {
  ACTIVE: 'Can be used',
  SCHEDULED: 'Begins later',
  ENDED: 'Ended',
  USED_UP: 'Used up',
  DISABLED: 'Switched off',
}

export const couponTones: Readonly<Record<CouponState, MarkTone>> = {
  ACTIVE: 'good',
  SCHEDULED: 'open',
  ENDED: 'quiet',
  USED_UP: 'quiet',
  DISABLED: 'quiet',
}

/** What a coupon takes off: `12.5%`, `$50.00`. */
export function takesOff({
  discountType,
  discountValue,
}: Pick<StaffCoupon, 'discountType' | 'discountValue'>): string {
  return discountType === 'PERCENTAGE' ? `${discountValue}%` : formatMoney(discountValue)
}

/** How often it was used, and may be: `3 of 100`. */
export function usesOf({ uses, totalLimit }: Pick<StaffCoupon, 'uses' | 'totalLimit'>): string {
  return totalLimit === null ? String(uses) : `${uses} of ${totalLimit}`
}
