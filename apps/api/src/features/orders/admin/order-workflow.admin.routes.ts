import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../../context.ts'
import type { CallRegistry } from '../../../platform/http/register-call.ts'
import { sendOrderEmail } from '../notices/send-order-email.ts'
import { cancelOrder } from '../states/cancel-order.ts'
import { collectCash } from './collect-cash.admin.ts'
import { completeOrder } from './complete-order.admin.ts'
import { correctOrderContact, correctTracking } from './correct-order.admin.ts'
import { deliverOrder } from './deliver-order.admin.ts'
import { markOrderPaid } from './mark-order-paid.admin.ts'
import { refundOrder } from './refund-order.admin.ts'
import { shipOrder } from './ship-order.admin.ts'

/** Serves what staff do to orders; each call answers the order as it then is. */
export function registerOrderWorkflow(registry: CallRegistry, ctx: AppContext): void {
  registry.register(endpoints.shipOrder, async ({ caller, params, body }) => ({
    data: await shipOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.correctTracking, async ({ caller, params, body }) => ({
    data: await correctTracking(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.correctOrderContact, async ({ caller, params, body }) => ({
    data: await correctOrderContact(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.sendOrderEmail, async ({ params, body }) => {
    await sendOrderEmail(ctx, params.orderId, body.email)
    return { data: null }
  })
  registry.register(endpoints.deliverOrder, async ({ caller, params }) => ({
    data: await deliverOrder(ctx, caller.user.id, params.orderId),
  }))
  registry.register(endpoints.completeOrder, async ({ caller, params }) => ({
    data: await completeOrder(ctx, caller.user.id, params.orderId),
  }))
  registry.register(endpoints.cancelOrder, async ({ caller, params, body }) => ({
    data: await cancelOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.refundOrder, async ({ caller, params, body }) => ({
    data: await refundOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.markOrderPaid, async ({ caller, params, body }) => ({
    data: await markOrderPaid(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.collectCash, async ({ params }) => ({
    data: await collectCash(ctx, params.orderId),
  }))
}
