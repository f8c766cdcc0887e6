import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { createCoupon, setCouponEnabled, updateCoupon } from './edit-coupon.ts'
import { getCoupon, listCoupons } from './list-coupons.ts'
import { listRedemptions } from './list-redemptions.ts'

/** Serves the coupons of the house to staff. */
export function registerCouponsAdmin(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.listCoupons, ({ query }) => listCoupons(ctx, query))
  registry.register(calls.getCoupon, async ({ params }) => ({
    data: await getCoupon(ctx, params.couponId),
  }))
  registry.register(calls.createCoupon, async ({ body }) => ({
    data: await createCoupon(ctx, body),
  }))
  registry.register(calls.updateCoupon, async ({ params, body }) => ({
    data: await updateCoupon(ctx, { ...params, ...body }),
  }))
  registry.register(calls.setCouponEnabled, async ({ params, body }) => ({
    data: await setCouponEnabled(ctx, { ...params, ...body }),
  }))
  registry.register(calls.listRedemptions, ({ params, query }) =>
    listRedemptions(ctx, params.couponId, query),
  )
}
