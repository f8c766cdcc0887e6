import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import {
  blockCustomer,
  deleteCustomer,
  exportCustomer,
  getCustomer,
  listCustomers,
  sendCustomerVerification,
  setCustomerOrderLimits,
  unblockCustomer,
} from './customers.ts'

/** Serves shoppers' accounts to staff; `kept` lists the features with personal data. */
export function registerCustomers(
  registry: EndpointRegistry,
  ctx: AppContext,
  kept: readonly PersonalData[],
): void {
  registry.register(endpoints.listCustomers, (input) =>
    ctx.replica.read(input, (db) => listCustomers({ ...ctx, db }, input.query)),
  )
  registry.register(endpoints.getCustomer, async ({ params }) => ({
    data: await getCustomer(ctx, params.customerId),
  }))
  registry.register(endpoints.blockCustomer, async ({ params, body }) => ({
    data: await blockCustomer(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.unblockCustomer, async ({ params }) => ({
    data: await unblockCustomer(ctx, params.customerId),
  }))
  registry.register(endpoints.liftOrderLimits, async ({ params }) => ({
    data: await setCustomerOrderLimits(ctx, params.customerId, { areLifted: true }),
  }))
  registry.register(endpoints.restoreOrderLimits, async ({ params }) => ({
    data: await setCustomerOrderLimits(ctx, params.customerId, { areLifted: false }),
  }))
  registry.register(endpoints.sendCustomerVerification, async ({ params }) => {
    await sendCustomerVerification(ctx, params.customerId)
    return { data: null }
  })
  registry.register(endpoints.exportCustomer, async ({ params }) => ({
    data: await exportCustomer(ctx, params.customerId, kept),
  }))
  registry.register(endpoints.deleteCustomer, async ({ params }) => {
    await deleteCustomer(ctx, params.customerId, kept)
    return { data: null }
  })
}
