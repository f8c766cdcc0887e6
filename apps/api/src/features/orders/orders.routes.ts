import { endpoints } from '@solvane/contract/endpoints'
import { orderSizeOf } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { asVisited, visitedAddress } from '../payments/visited-address.ts'
import {
  registerOrderSteps,
  registerOrdersAdmin,
  registerOrderWorkflow,
} from './admin/orders.admin.routes.ts'
import { getPaymentStatus, payOrder } from './paying/pay-order.ts'
import { placeOrder } from './placing/place-order.ts'
import { previewOrder } from './placing/price-order.ts'
import { getMyOrder, listMyOrders } from './read-orders.ts'
import { cancelMyOrder } from './states/cancel-order.ts'

/** Serves the orders of the signed-in shopper, and what staff do to orders. */
export function registerOrders(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.previewOrder, async ({ caller, body }) => ({
    data: await previewOrder(ctx, { userId: caller.user.id, address: caller.address }, body),
  }))
  registry.register(endpoints.placeOrder, async ({ caller, body, idempotencyKey }) => {
    const orderer = { userId: caller.user.id, address: caller.address }
    return { data: await placeOrder(ctx, orderer, body, idempotencyKey) }
  })
  registry.register(endpoints.listMyOrders, async ({ caller, query }) => ({
    data: await listMyOrders(ctx, caller.user.id, { ...query, size: orderSizeOf(query) }),
  }))
  registry.register(endpoints.getMyOrder, async ({ caller, params, visitedAt }) => {
    const order = await getMyOrder(ctx, caller.user.id, params.orderId)
    return { data: { ...order, paymentUrl: asVisited(ctx, order.paymentUrl, visitedAt) } }
  })
  registry.register(endpoints.cancelMyOrder, async ({ caller, params, body }) => ({
    data: await cancelMyOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.initiatePayment, async ({ caller, params, body, visitedAt }) => {
    const orderer = { userId: caller.user.id, address: caller.address }
    const shopAddress = visitedAddress(ctx, visitedAt)
    const wish = { ...params, method: body.paymentMethod, shopAddress }
    const begun = await payOrder(ctx, orderer, wish)
    return { data: { ...begun, approvalUrl: asVisited(ctx, begun.approvalUrl, visitedAt) } }
  })
  registry.register(endpoints.getPaymentStatus, async ({ caller, params, query }) => ({
    data: await getPaymentStatus(ctx, caller.user.id, {
      providerRef: params.providerOrderId,
      check: query.check ?? false,
    }),
  }))
  registerOrderWorkflow(registry, ctx)
  registerOrderSteps(registry, ctx)
  registerOrdersAdmin(registry, ctx)
}
