import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import {
  blockCustomer,
  deleteCustomer,
  exportCustomer,
  sendCustomerVerification,
  setCustomerOrderLimits,
  unblockCustomer,
} from './edit-customer.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'

/** Serves shoppers' accounts to staff; `kept` is what every feature keeps of a shopper. */
export function registerCustomers(
  registry: CallRegistry,
  ctx: AppContext,
  kept: readonly PersonalData[],
): void {
  registry.register(calls.listCustomers, ({ query }) => listCustomers(ctx, query))
  registry.register(calls.getCustomer, async ({ params }) => ({
    data: await getCustomer(ctx, params.customerId),
  }))
  registry.register(calls.blockCustomer, async ({ params, body }) => ({
    data: await blockCustomer(ctx, { ...params, ...body }),
  }))
  registry.register(calls.unblockCustomer, async ({ params }) => ({
    data: await unblockCustomer(ctx, params.customerId),
  }))
  registry.register(calls.liftOrderLimits, async ({ params }) => ({
    data: await setCustomerOrderLimits(ctx, params.customerId, { areLifted: true }),
  }))
  registry.register(calls.restoreOrderLimits, async ({ params }) => ({
    data: await setCustomerOrderLimits(ctx, params.customerId, { areLifted: false }),
  }))
  registry.register(calls.sendCustomerVerification, async ({ params }) => {
    await sendCustomerVerification(ctx, params.customerId)
    return { data: null }
  })
  registry.register(calls.exportCustomer, async ({ params }) => ({
    data: await exportCustomer(ctx, params.customerId, kept),
  }))
  registry.register(calls.deleteCustomer, async ({ params }) => {
    await deleteCustomer(ctx, params.customerId, kept)
    return { data: null }
  })
}
