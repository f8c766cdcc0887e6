import type { Api, CallInput } from '@solvane/client/api'
import type { CouponInput, StaffCoupon } from '@solvane/contract/coupons-admin'
import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** What of a form's values is the coupon's. */
function textOf(values: object): CouponInput {
  const { code, name, discountType, discountValue, minimumAmount } = values as CouponInput
  const { validFrom, validUntil, totalLimit, customerLimit, isListed } = values as CouponInput
  return {
    code,
    name,
    discountType,
    discountValue,
    // Forms leave null what nothing is typed into.
    minimumAmount: minimumAmount ?? 0,
    validFrom: validFrom || null,
    validUntil: validUntil || null,
    totalLimit: totalLimit ?? null,
    customerLimit: customerLimit ?? null,
    isListed,
  }
}

/** Coupons: what they take off, for whom and when. */
export const couponResource: BackOfficeResource = {
  name: 'coupons',
  label: 'Coupons',
  group: 'Orders',
  least: 'SUPPORT',
  leastToChange: 'MANAGER',
  calls: {
    list: listOf('listCoupons'),
    one: async (api, couponId) => (await api.call('getCoupon', { params: { couponId } })).data,
    create: async (api, values) => (await api.call('createCoupon', { body: textOf(values) })).data,
    update,
  },
  list: page(() => import('./coupon-list.tsx'), 'CouponList'),
  show: page(() => import('./coupon-page.tsx'), 'CouponPage'),
  create: page(() => import('./coupon-forms.tsx'), 'CouponCreate'),
  edit: page(() => import('./coupon-forms.tsx'), 'CouponEdit'),
  recordRepresentation: 'code',
}

async function update(api: Api, couponId: string, values: object): Promise<StaffCoupon> {
  const { version } = values as StaffCoupon
  const body: CallInput<'updateCoupon'>['body'] = { ...textOf(values), version }
  return (await api.call('updateCoupon', { params: { couponId }, body })).data
}
