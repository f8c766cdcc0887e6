import { endpoints } from '@solvane/contract/endpoints'
import { orderSizeOf } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { asVisited, visitedAddress } from '../payments/start-payment.ts'
import { addOrderNote, correctOrderContact, correctTracking } from './admin/correct-order.admin.ts'
import { completeOrder, deliverOrder, sendParcel, shipOrder } from './admin/dispatch-order.admin.ts'
import { getStaffOrder } from './admin/get-order.admin.ts'
import {
  collectCash,
  markOrderPaid,
  refundOrder,
  resolvePaymentReview,
} from './admin/order-payments.admin.ts'
import { previewOrderSteps, shipOrders, takeOrderSteps } from './admin/order-steps.admin.ts'
import { checkTracking } from './admin/read-tracking.admin.ts'
import { editOrder } from './edits/edit-order.admin.ts'
import { previewOrderEdit } from './edits/preview-order-edit.admin.ts'
import { makeGiftLink } from './gifts.ts'
import { countOrders, listOrders, listPackingSlips } from './list-orders.admin.ts'
import { sendOrderEmail } from './notices/send-order-email.ts'
import { getPaymentStatus, payOrder } from './paying/pay-order.ts'
import { placeOrder } from './placing/place-order.ts'
import { previewOrder } from './placing/price-order.ts'
import { getMyOrder, listMyOrders } from './read-orders.ts'
import { cancelMyOrder, cancelOrder, markOrderRefused } from './states/cancel-order.ts'

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

/** The staff endpoints that read orders, and their notes. */
function registerOrdersAdmin(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listOrders, (input) =>
    ctx.replica.read(input, (db) => listOrders({ ...ctx, db }, input.query)),
  )
  registry.register(endpoints.countOrders, async (input) => ({
    data: await ctx.replica.read(input, (db) => countOrders({ ...ctx, db }, input.query)),
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
  registry.register(endpoints.makeGiftLink, async ({ params }) => ({
    data: await makeGiftLink(ctx, params.orderId),
  }))
}

/** Serves steps that many orders take at once. */
function registerOrderSteps(registry: EndpointRegistry, ctx: AppContext): void {
  const listOf = <Line>(data: Line[]) => ({ data, total: data.length })
  registry.register(endpoints.previewOrderSteps, async ({ body }) =>
    listOf(await previewOrderSteps(ctx, body)),
  )
  registry.register(endpoints.takeOrderSteps, async ({ caller, body }) =>
    listOf(await takeOrderSteps(ctx, caller.user.id, body)),
  )
  registry.register(endpoints.checkTracking, async ({ body }) =>
    listOf(await checkTracking(ctx, body.csv)),
  )
  registry.register(endpoints.shipOrders, async ({ caller, body }) =>
    listOf(await shipOrders(ctx, caller.user.id, body.orders)),
  )
}

/** Serves staff's changes of orders; each returns the changed order. */
function registerOrderWorkflow(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.shipOrder, async ({ caller, params, body }) => ({
    data: await shipOrder(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.sendParcel, async ({ caller, params, body }) => ({
    data: await sendParcel(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.correctTracking, async ({ caller, params, body }) => ({
    data: await correctTracking(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.correctOrderContact, async ({ caller, params, body }) => ({
    data: await correctOrderContact(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.previewOrderEdit, async ({ params, body }) => ({
    data: await previewOrderEdit(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.editOrder, async ({ caller, params, body }) => ({
    data: await editOrder(ctx, caller.user.id, { ...params, ...body }),
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
  registry.register(endpoints.markOrderRefused, async ({ caller, params, body }) => ({
    data: await markOrderRefused(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.collectCash, async ({ params }) => ({
    data: await collectCash(ctx, params.orderId),
  }))
}
