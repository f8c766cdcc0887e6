import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { createCoupon, setCouponEnabled, updateCoupon } from './edit-coupon.admin.ts'
import { getCoupon, listCoupons, listRedemptions } from './list-coupons.admin.ts'

/** The staff endpoints of coupons. */
export function registerCouponsAdmin(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listCoupons, ({ query }) => listCoupons(ctx, query))
  registry.register(endpoints.getCoupon, async ({ params }) => ({
    data: await getCoupon(ctx, params.couponId),
  }))
  registry.register(endpoints.createCoupon, async ({ body }) => ({
    data: await createCoupon(ctx, body),
  }))
  registry.register(endpoints.updateCoupon, async ({ params, body }) => ({
    data: await updateCoupon(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.setCouponEnabled, async ({ params, body }) => ({
    data: await setCouponEnabled(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.listRedemptions, ({ params, query }) =>
    listRedemptions(ctx, params.couponId, query),
  )
}
