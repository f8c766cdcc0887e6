import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { countReturns, getReturn, listReturns } from './get-return.admin.ts'
import { cancelGiftExchange, openGift, requestGiftExchange } from './gift-exchange.ts'
import {
  approveReturn,
  cancelWithdrawnOrder,
  declineReturn,
  exchangeReturn,
  inspectReturn,
  receiveReturn,
  refundReturn,
  sendReturnBack,
} from './handle-return.admin.ts'
import { cancelMyReturn, getMyReturn, getPhoto, sendMyReturn } from './move-return.ts'
import { getReturnOptions, requestReturn } from './request-return.ts'
import { withdrawFromOrder } from './withdraw.ts'

/** Serves the returns of shoppers, withdrawals by anyone, and what staff do with returns. */
export function registerReturns(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getReturnOptions, async ({ caller, params }) => ({
    data: await getReturnOptions(ctx, caller.user.id, params.orderId),
  }))
  registry.register(endpoints.requestReturn, async ({ caller, params, body }) => ({
    data: await requestReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.getMyReturn, async ({ caller, params }) => ({
    data: await getMyReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.getReturnPhoto, async ({ caller, params }) => ({
    data: await getPhoto(ctx, { ...params, userId: caller.user.id }),
  }))
  registry.register(endpoints.sendMyReturn, async ({ caller, params, body }) => ({
    data: await sendMyReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.cancelMyReturn, async ({ caller, params }) => ({
    data: await cancelMyReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.withdrawFromOrder, async ({ caller, body }) => {
    await withdrawFromOrder(ctx, body, caller.address)
    return { data: null }
  })
  registry.register(endpoints.openGift, async ({ caller, body }) => ({
    data: await openGift(ctx, body.code, caller.address),
  }))
  registry.register(endpoints.requestGiftExchange, async ({ caller, body }) => ({
    data: await requestGiftExchange(ctx, body, caller.address),
  }))
  registry.register(endpoints.cancelGiftExchange, async ({ caller, body }) => ({
    data: await cancelGiftExchange(ctx, body, caller.address),
  }))
  registerReturnsAdmin(registry, ctx)
}

function registerReturnsAdmin(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listReturns, ({ query }) => listReturns(ctx, query))
  registry.register(endpoints.countReturns, async ({ query }) => ({
    data: await countReturns(ctx, query),
  }))
  registry.register(endpoints.getReturn, async ({ params }) => ({
    data: await getReturn(ctx, params.returnId),
  }))
  registry.register(endpoints.getStaffReturnPhoto, async ({ params }) => ({
    data: await getPhoto(ctx, params),
  }))
  registry.register(endpoints.approveReturn, async ({ caller, params, body }) => ({
    data: await approveReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.declineReturn, async ({ caller, params, body }) => ({
    data: await declineReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.receiveReturn, async ({ caller, params }) => ({
    data: await receiveReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.inspectReturn, async ({ caller, params, body }) => ({
    data: await inspectReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.refundReturn, async ({ caller, params, body }) => ({
    data: await refundReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.exchangeReturn, async ({ caller, params }) => ({
    data: await exchangeReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.cancelWithdrawnOrder, async ({ caller, params }) => ({
    data: await cancelWithdrawnOrder(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.sendReturnBack, async ({ caller, params, body }) => ({
    data: await sendReturnBack(ctx, caller.user.id, { ...params, ...body }),
  }))
}
