import { type CouponInput, couponInput, type StaffCoupon } from '@solvane/contract/coupons.admin'
import { readAmount } from '../../parts/read-amount.ts'

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
