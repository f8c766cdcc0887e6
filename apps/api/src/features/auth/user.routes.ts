import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { deleteAccount, exportMyData, type PersonalData } from './personal-data.ts'
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
  registry.register(endpoints.exportMyData, async ({ caller }) => ({
    data: await exportMyData(ctx, caller.user.id, kept),
  }))
  registry.register(endpoints.deleteAccount, async ({ body, caller }) => {
    await deleteAccount(ctx, caller.user.id, body.password, kept)
    return { data: null }
  })
}
