import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** Coupons: what they take off, for whom and when. */
export const couponResource: BackOfficeResource = {
  name: 'coupons',
  label: 'Coupons',
  group: 'Orders',
  least: 'SUPPORT',
  leastToChange: 'MANAGER',
  calls: { list: listOf('listCoupons') },
  list: page(() => import('./coupon-list.tsx'), 'CouponList'),
  show: page(() => import('./coupon-page.tsx'), 'CouponPage'),
  create: page(() => import('./coupon-forms.tsx'), 'CouponCreate'),
  edit: page(() => import('./coupon-forms.tsx'), 'CouponEdit'),
}
