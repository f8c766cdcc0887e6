import type { CouponState, StaffCoupon } from '@solvane/contract/coupons.admin'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import type { MarkTone } from '../../parts/mark.tsx'

export const couponStateNames: Readonly<Record<CouponState, string>> = {
  ACTIVE: 'Active',
  SCHEDULED: 'Scheduled',
  ENDED: 'Ended',
  USED_UP: 'Used up',
  DISABLED: 'Turned off',
}

export const couponTones: Readonly<Record<CouponState, MarkTone>> = {
  ACTIVE: 'good',
  SCHEDULED: 'open',
  ENDED: 'quiet',
  USED_UP: 'quiet',
  DISABLED: 'quiet',
}

/** The discount of a coupon: `12.5%`, `$50.00`. */
export function discountOf({
  discountType,
  discountValue,
}: Pick<StaffCoupon, 'discountType' | 'discountValue'>): string {
  return discountType === 'PERCENTAGE' ? `${discountValue}%` : formatMoney(discountValue)
}

/** The uses of a coupon and its limit: `3 of 100`. */
export function usesOf({ uses, totalLimit }: Pick<StaffCoupon, 'uses' | 'totalLimit'>): string {
  return totalLimit === null ? String(uses) : `${uses} of ${totalLimit}`
}

/** A coupon; with `isKept` it is not refreshed, for editing. */
export function useCoupon(couponId: string, { isKept = false } = {}) {
  return useQuery({
    queryKey: ['coupon', couponId, isKept],
    queryFn: async () => (await api.call('getCoupon', { params: { couponId } })).data,
    ...(isKept && { refetchOnWindowFocus: false, refetchOnReconnect: false, gcTime: 0 }),
  })
}
