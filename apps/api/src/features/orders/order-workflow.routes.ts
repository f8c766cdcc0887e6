import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { cancelOrder } from './cancel-order.ts'
import { collectCash } from './collect-cash.ts'
import { completeOrder } from './complete-order.ts'
import { correctOrderContact, correctTracking } from './correct-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { markOrderPaid } from './mark-order-paid.ts'
import { refundOrder } from './refund-order.ts'
import { sendOrderEmail } from './send-order-email.ts'
import { shipOrder } from './ship-order.ts'

/** Serves what staff do to orders; each call answers the order as it then is. */
export function registerOrderWorkflow(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.shipOrder, async ({ caller, params, body }) => ({
    data: await shipOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(calls.correctTracking, async ({ caller, params, body }) => ({
    data: await correctTracking(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(calls.correctOrderContact, async ({ caller, params, body }) => ({
    data: await correctOrderContact(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(calls.sendOrderEmail, async ({ params, body }) => {
    await sendOrderEmail(ctx, params.orderId, body.email)
    return { data: null }
  })
  registry.register(calls.deliverOrder, async ({ caller, params }) => ({
    data: await deliverOrder(ctx, caller.user.id, params.orderId),
  }))
  registry.register(calls.completeOrder, async ({ caller, params }) => ({
    data: await completeOrder(ctx, caller.user.id, params.orderId),
  }))
  registry.register(calls.cancelOrder, async ({ caller, params, body }) => ({
    data: await cancelOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(calls.refundOrder, async ({ caller, params, body }) => ({
    data: await refundOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(calls.markOrderPaid, async ({ caller, params, body }) => ({
    data: await markOrderPaid(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(calls.collectCash, async ({ params }) => ({
    data: await collectCash(ctx, params.orderId),
  }))
}
