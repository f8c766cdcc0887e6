import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { createAddress } from './create-address.ts'
import { deleteAddress } from './delete-address.ts'
import { listAddresses } from './list-addresses.ts'
import { updateAddress } from './update-address.ts'

/** Serves the address book of who is signed in. */
export function registerAddresses(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.listAddresses, async ({ visitor }) => {
    const data = await listAddresses(ctx, visitor.user.id)
    return { data: { data, total: data.length } }
  })
  registry.register(calls.createAddress, async ({ visitor, body }) => ({
    data: await createAddress(ctx, visitor.user.id, body),
  }))
  registry.register(calls.updateAddress, async ({ visitor, params, body }) => ({
    data: await updateAddress(ctx, visitor.user.id, { id: params.id, change: body }),
  }))
  registry.register(calls.deleteAddress, async ({ visitor, params }) => {
    await deleteAddress(ctx, visitor.user.id, params.id)
    return { data: null }
  })
}
