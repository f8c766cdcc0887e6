import { isApiFailure } from '@solvane/client/api'
import { beginSession, currentSessionId } from '@solvane/client/tokens'
import type { FactorWay } from '@solvane/contract/account.admin'
import type { Tokens } from '@solvane/contract/auth'
import { showToast } from '@solvane/ui/toast.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { readGuestCartId } from '../../lib/session/guest-cart.ts'

/**
 * Returns the function that starts a session with new tokens: it stores them, loads the profile and
 * merges the guest's cart. It resolves when both have ended, also after a failure: the account page
 * shows a missing profile, and the next page tries the merge again.
 */
export function useStartSession(): (tokens: Tokens) => Promise<void> {
  const api = useApi()
  return async (tokens) => {
    beginSession(tokens)
    try {
      const { followSession } = await import('../../lib/session/follow-session.ts')
      await followSession(api, currentSessionId())
    } catch {
      if (readGuestCartId()) showToast('Failed to merge carts.', 'error')
    }
  }
}

/** A sign-in of staff that waits for its second factor. */
export interface WaitingSignIn {
  ticket: string
  ways: FactorWay[]
}

/** Shown if a passkey leads nowhere, for whatever reason. */
export const noPasskey = 'This passkey did not work. Please try again, or choose another way.'

/** The tokens of a sign-in; null once `onWaiting` knows, if it waits for a second factor. */
export async function tokensUnlessWaiting(
  signIn: Promise<{ data: Tokens }>,
  onWaiting: (waiting: WaitingSignIn) => Promise<void>,
): Promise<Tokens | null> {
  try {
    return (await signIn).data
  } catch (error) {
    if (!isApiFailure(error) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error
    await onWaiting(error.details as unknown as WaitingSignIn)
    return null
  }
}
