import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SignedIn } from '../../platform/http/caller.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { deleteAccount, requestDeletionCode } from './delete-account.ts'
import { addPasskey, beginPasskey, passkeysOf, removePasskey } from './passkeys.ts'
import { exportMyData, type PersonalData } from './personal-data.ts'
import { changePassword, getProfile, updateProfile } from './profile.ts'

/** Serves the signed-in account; `kept` lists the features with personal data. */
export function registerUser(
  registry: EndpointRegistry,
  ctx: AppContext,
  kept: readonly PersonalData[],
): void {
  registry.register(endpoints.getProfile, async ({ caller }) => ({
    data: { profile: await getProfile(ctx, caller.user.id) },
  }))
  registry.register(endpoints.updateProfile, async ({ body, caller }) => ({
    data: { profile: await updateProfile(ctx, caller.user.id, body) },
  }))
  registry.register(endpoints.changePassword, async ({ body, caller }) => ({
    data: await changePassword(ctx, caller.user.id, body, caller.address),
  }))
  registry.register(endpoints.listMyPasskeys, async ({ caller }) => ({
    data: await passkeysOf(ctx.db.kysely, caller.user.id),
  }))
  registry.register(endpoints.beginPasskey, async ({ caller }) => ({
    data: await beginPasskey(ctx, shopper(caller).id),
  }))
  registry.register(endpoints.addPasskey, async ({ body, caller }) => ({
    data: await addPasskey(ctx, shopper(caller).id, body),
  }))
  registry.register(endpoints.removePasskey, async ({ params, caller }) => {
    await removePasskey(ctx, { id: params.passkeyId, userId: shopper(caller).id })
    return { data: null }
  })
  registry.register(endpoints.exportMyData, async ({ caller }) => ({
    data: await exportMyData(ctx, caller.user.id, kept),
  }))
  registry.register(endpoints.requestDeletionCode, async ({ caller }) => ({
    data: await requestDeletionCode(ctx, onlyShopper(caller)),
  }))
  registry.register(endpoints.deleteAccount, async ({ body, caller }) => {
    await deleteAccount(ctx, caller, body, kept)
    return { data: null }
  })
}

/**
 * The signed-in shopper. Throws `STAFF_ACCOUNT`: staff change their passkeys in the back office, which
 * asks for a confirmation.
 */
function shopper(caller: SignedIn): SignedIn['user'] {
  return onlyShopper(caller).user
}

/** The caller, if not of the staff, whose accounts stay. Throws `STAFF_ACCOUNT`. */
function onlyShopper(caller: SignedIn): SignedIn {
  if (caller.user.role === 'ADMIN') throw new ShopError('STAFF_ACCOUNT')
  return caller
}
