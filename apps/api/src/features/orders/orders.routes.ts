import { calls } from '@solvane/contract/calls'
import { orderSizeOf } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { asVisited, visitedAddress } from '../payments/visited-address.ts'
import { cancelMyOrder } from './cancel-order.ts'
import { getMyOrder } from './get-order.ts'
import { listMyOrders } from './list-my-orders.ts'
import { registerOrderWorkflow } from './order-workflow.routes.ts'
import { registerOrdersAdmin } from './orders-admin.routes.ts'
import { payOrder } from './pay-order.ts'
import { getPaymentStatus } from './payment-status.ts'
import { placeOrder } from './place-order.ts'
import { previewOrder } from './preview-order.ts'

/** Serves the orders of who is signed in, and what staff do to orders. */
export function registerOrders(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.previewOrder, async ({ visitor, body }) => ({
    data: await previewOrder(ctx, { userId: visitor.user.id, address: visitor.address }, body),
  }))
  registry.register(calls.placeOrder, async ({ visitor, body, idempotencyKey }) => {
    const orderer = { userId: visitor.user.id, address: visitor.address }
    return { data: await placeOrder(ctx, orderer, body, idempotencyKey) }
  })
  registry.register(calls.listMyOrders, async ({ visitor, query }) => ({
    data: await listMyOrders(ctx, visitor.user.id, { ...query, size: orderSizeOf(query) }),
  }))
  registry.register(calls.getMyOrder, async ({ visitor, params, visitedAt }) => {
    const order = await getMyOrder(ctx, visitor.user.id, params.orderId)
    return { data: { ...order, paymentUrl: asVisited(ctx, order.paymentUrl, visitedAt) } }
  })
  registry.register(calls.cancelMyOrder, async ({ visitor, params, body }) => ({
    data: await cancelMyOrder(ctx, visitor.user.id, { ...params, ...body }),
  }))
  registry.register(calls.initiatePayment, async ({ visitor, params, body, visitedAt }) => {
    const orderer = { userId: visitor.user.id, address: visitor.address }
    const shopAddress = visitedAddress(ctx, visitedAt)
    const wish = { ...params, method: body.paymentMethod, shopAddress }
    const begun = await payOrder(ctx, orderer, wish)
    return { data: { ...begun, approvalUrl: asVisited(ctx, begun.approvalUrl, visitedAt) } }
  })
  registry.register(calls.getPaymentStatus, async ({ visitor, params, query }) => ({
    data: await getPaymentStatus(ctx, visitor.user.id, {
      providerRef: params.providerOrderId,
      check: query.check ?? false,
    }),
  }))
  registerOrderWorkflow(registry, ctx)
  registerOrdersAdmin(registry, ctx)
}
