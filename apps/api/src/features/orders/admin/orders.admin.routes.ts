import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../../context.ts'
import type { CallRegistry } from '../../../platform/http/register-call.ts'
import { countOrders, listOrders } from '../list-orders.admin.ts'
import { addOrderNote } from './add-order-note.admin.ts'
import { getStaffOrder } from './get-order.admin.ts'
import { listPackingSlips } from './list-packing-slips.admin.ts'
import { resolvePaymentReview } from './resolve-payment-review.admin.ts'

/** Serves what staff read and note of orders. */
export function registerOrdersAdmin(registry: CallRegistry, ctx: AppContext): void {
  registry.register(endpoints.listOrders, ({ query }) => listOrders(ctx, query))
  registry.register(endpoints.countOrders, async ({ query }) => ({
    data: await countOrders(ctx, query),
  }))
  registry.register(endpoints.getOrder, async ({ params }) => ({
    data: await getStaffOrder(ctx, params.orderId),
  }))
  registry.register(endpoints.addOrderNote, async ({ caller, params, body }) => ({
    data: await addOrderNote(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.resolvePaymentReview, async ({ caller, params, body }) => ({
    data: await resolvePaymentReview(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.listPackingSlips, async ({ query }) => {
    const slips = await listPackingSlips(ctx, query.orderIds)
    return { data: slips, total: slips.length }
  })
}
