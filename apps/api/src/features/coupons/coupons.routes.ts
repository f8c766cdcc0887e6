import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { registerCouponsAdmin } from './coupons.admin.routes.ts'
import { listMyCoupons } from './coupons.ts'

/** The coupon endpoints, for shoppers and staff. */
export function registerCoupons(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listMyCoupons, async ({ caller }) => {
    const coupons = await listMyCoupons(ctx, caller.user.id)
    return { data: { data: coupons, total: coupons.length } }
  })
  registerCouponsAdmin(registry, ctx)
}
