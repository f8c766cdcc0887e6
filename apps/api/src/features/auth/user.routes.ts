import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount, exportMyData, type PersonalData } from './personal-data.ts'
import { getProfile, updateProfile } from './profile.ts'

/** Serves the account of who is signed in; `kept` is what every feature keeps of a shopper. */
export function registerUser(
  registry: CallRegistry,
  ctx: AppContext,
  kept: readonly PersonalData[],
): void {
  registry.register(calls.getProfile, async ({ visitor }) => ({
    data: { profile: await getProfile(ctx, visitor.user.id) },
  }))
  registry.register(calls.updateProfile, async ({ body, visitor }) => ({
    data: { profile: await updateProfile(ctx, visitor.user.id, body) },
  }))
  registry.register(calls.changePassword, async ({ body, visitor }) => ({
    data: await changePassword(ctx, visitor.user.id, body, visitor.address),
  }))
  registry.register(calls.exportMyData, async ({ visitor }) => ({
    data: await exportMyData(ctx, visitor.user.id, kept),
  }))
  registry.register(calls.deleteAccount, async ({ body, visitor }) => {
    await deleteAccount(ctx, visitor.user.id, body.password, kept)
    return { data: null }
  })
}
