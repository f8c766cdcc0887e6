import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { listMyCoupons } from './list-my-coupons.ts'

/** Serves the coupons of who is signed in. */
export function registerCoupons(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.listMyCoupons, async ({ visitor }) => {
    const coupons = await listMyCoupons(ctx, visitor.user.id)
    return { data: { data: coupons, total: coupons.length } }
  })
}
