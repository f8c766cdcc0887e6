import {
  type CouponInput,
  type CouponState,
  couponInput,
  type StaffCoupon,
} from '@solvane/contract/coupons.admin'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { readAmount } from '../../parts/form.tsx'
import type { MarkTone } from '../../parts/panel.tsx'

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

/** The fields of the form; numbers as typed. */
export interface CouponValues {
  code: string
  name: string
  discountType: CouponInput['discountType']
  discountValue: string
  minimumAmount: string
  validFrom: string | null
  validUntil: string | null
  totalLimit: string
  customerLimit: string
  isListed: boolean
}

/** The fields of a new coupon. */
export const newCoupon: CouponValues = {
  code: '',
  name: '',
  discountType: 'PERCENTAGE',
  discountValue: '',
  minimumAmount: '0',
  validFrom: null,
  validUntil: null,
  totalLimit: '',
  customerLimit: '',
  isListed: true,
}

/** The fields of an existing coupon. */
export function toValues(coupon: StaffCoupon): CouponValues {
  const { code, name, discountType, validFrom, validUntil, isListed } = coupon
  return {
    code,
    name,
    discountType,
    discountValue: String(coupon.discountValue),
    minimumAmount: String(coupon.minimumAmount),
    validFrom,
    validUntil,
    totalLimit: coupon.totalLimit === null ? '' : String(coupon.totalLimit),
    customerLimit: coupon.customerLimit === null ? '' : String(coupon.customerLimit),
    isListed,
  }
}

const numberOrNull = (typed: string) => (typed.trim() === '' ? null : readAmount(typed))

/** The request body for the fields, or their errors. */
export function readValues(
  values: CouponValues,
): { input: CouponInput } | { errors: Record<string, string> } {
  const read = couponInput.safeParse({
    ...values,
    discountValue: numberOrNull(values.discountValue),
    minimumAmount: numberOrNull(values.minimumAmount) ?? 0,
    totalLimit: numberOrNull(values.totalLimit),
    customerLimit: numberOrNull(values.customerLimit),
  })
  if (read.success) return { input: read.data }
  const errors = read.error.issues.map(({ path, message }) => [path.join('.'), message] as const)
  return { errors: Object.fromEntries(errors.toReversed()) }
}
