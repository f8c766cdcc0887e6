import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  createCoupon,
  getCoupon,
  listCoupons,
  listRedemptions,
  setCouponEnabled,
  updateCoupon,
} from './coupons.admin.ts'
import { listMyCoupons } from './coupons.ts'

/** The coupon endpoints, for shoppers and staff. */
export function registerCoupons(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listMyCoupons, async ({ caller }) => {
    const coupons = await listMyCoupons(ctx, caller.user.id)
    return { data: { data: coupons, total: coupons.length } }
  })
  registerCouponsAdmin(registry, ctx)
}

/** The staff endpoints of coupons. */
function registerCouponsAdmin(registry: EndpointRegistry, ctx: AppContext): void {
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
