import type { Tokens } from '@solvane/contract/auth'
import type { PasskeyRequest, SignedChallenge } from '@solvane/contract/passkeys'
import type { AppContext } from '../../context.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { accountLimits } from './account-limits.ts'
import { requestPasskey, withPasskey } from './passkeys.ts'
import { openSession } from './sessions.ts'

/** What a passkey has to sign for signing in. Throws `TOO_MANY_REQUESTS`. */
export async function beginPasskeySignIn(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  address: string,
): Promise<PasskeyRequest> {
  await ctx.limits.count(accountLimits.passkeyRequest, networkOf(address))
  return requestPasskey(ctx, null)
}

/**
 * Signs in by a passkey. It needs the device and what unlocks it, so staff are not asked for a second
 * factor. Throws `PASSKEY_REFUSED`, `TOO_MANY_REQUESTS`.
 */
export async function signInByPasskey(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits' | 'log'>,
  signed: SignedChallenge,
  address: string,
): Promise<Tokens> {
  await ctx.limits.count(accountLimits.passkeySignIn, networkOf(address))
  return withPasskey(ctx, signed, null, (tx, user) => openSession(ctx, tx, user, address))
}
