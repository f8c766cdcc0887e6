import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { createAddress, deleteAddress, listAddresses, updateAddress } from './addresses.ts'

/** Serves the address book of the signed-in shopper. */
export function registerAddresses(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listAddresses, async ({ caller }) => {
    const data = await listAddresses(ctx, caller.user.id)
    return { data: { data, total: data.length } }
  })
  registry.register(endpoints.createAddress, async ({ caller, body }) => ({
    data: await createAddress(ctx, caller.user.id, body),
  }))
  registry.register(endpoints.updateAddress, async ({ caller, params, body }) => ({
    data: await updateAddress(ctx, caller.user.id, { id: params.id, change: body }),
  }))
  registry.register(endpoints.deleteAddress, async ({ caller, params }) => {
    await deleteAddress(ctx, caller.user.id, params.id)
    return { data: null }
  })
}
