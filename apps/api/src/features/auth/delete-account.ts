import type { DeletionProof } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SignedIn } from '../../platform/http/caller.ts'
import { accountLimits } from './account-limits.ts'
import { closeAccount, type PersonalData } from './personal-data.ts'
import { checkPassword, getProfile } from './profile.ts'
import { checkCode, makeCodeRequest } from './sign-in-code.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'limits' | 'log'>

/**
 * Sends a code to the address of an account that its owner wants to delete, and returns the token
 * without which the code is worth nothing. Throws `TOO_MANY_REQUESTS`.
 */
export async function requestDeletionCode(
  ctx: Context,
  { user: { id } }: SignedIn,
): Promise<{ request: string }> {
  await Promise.all([
    ctx.limits.count(accountLimits.deletionCodeOfAccount, id),
    ctx.limits.count(accountLimits.deletionCodeOfAccountADay, id),
  ])
  const { email } = await getProfile(ctx, id)
  return makeCodeRequest(ctx, { email, purpose: 'DELETION' })
}

/**
 * Deletes the account of a shopper who has proved again to be its owner. No passkey does: whoever has a
 * session can add one. Throws `WRONG_PASSWORD`, `SIGN_IN_CODE_WRONG`, `TOO_MANY_REQUESTS`, and the errors
 * of `closeAccount`.
 */
export async function deleteAccount(
  ctx: Context,
  caller: SignedIn,
  proof: DeletionProof,
  kept: readonly PersonalData[],
): Promise<void> {
  await checkProof(ctx, caller, proof)
  await closeAccount(ctx, caller.user.id, kept)
}

async function checkProof(
  ctx: Context,
  { user: { id } }: SignedIn,
  proof: DeletionProof,
): Promise<void> {
  if ('password' in proof) {
    await checkPassword(ctx, id, proof.password)
  } else {
    await ctx.limits.count(accountLimits.deletionCodeCheck, id)
    const { email } = await getProfile(ctx, id)
    // Used up with the account: if that cannot be closed yet, the code stays good for its ten minutes.
    if ((await checkCode(ctx, proof, 'DELETION')) !== email)
      throw new ShopError('SIGN_IN_CODE_WRONG')
  }
}
