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
  registry.register(calls.shipOrder, async ({ visitor, params, body }) => ({
    data: await shipOrder(ctx, visitor.user.id, { ...params, ...body }),
  }))
  registry.register(calls.correctTracking, async ({ visitor, params, body }) => ({
    data: await correctTracking(ctx, visitor.user.id, { ...params, ...body }),
  }))
  registry.register(calls.correctOrderContact, async ({ visitor, params, body }) => ({
    data: await correctOrderContact(ctx, visitor.user.id, { ...params, ...body }),
  }))
  registry.register(calls.sendOrderEmail, async ({ params, body }) => {
    await sendOrderEmail(ctx, params.orderId, body.email)
    return { data: null }
  })
  registry.register(calls.deliverOrder, async ({ visitor, params }) => ({
    data: await deliverOrder(ctx, visitor.user.id, params.orderId),
  }))
  registry.register(calls.completeOrder, async ({ visitor, params }) => ({
    data: await completeOrder(ctx, visitor.user.id, params.orderId),
  }))
  registry.register(calls.cancelOrder, async ({ visitor, params, body }) => ({
    data: await cancelOrder(ctx, visitor.user.id, { ...params, ...body }),
  }))
  registry.register(calls.refundOrder, async ({ visitor, params, body }) => ({
    data: await refundOrder(ctx, visitor.user.id, { ...params, ...body }),
  }))
  registry.register(calls.markOrderPaid, async ({ visitor, params, body }) => ({
    data: await markOrderPaid(ctx, visitor.user.id, { ...params, ...body }),
  }))
  registry.register(calls.collectCash, async ({ params }) => ({
    data: await collectCash(ctx, params.orderId),
  }))
}
