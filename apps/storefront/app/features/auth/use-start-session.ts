import { beginSession, currentSessionId } from '@solvane/client/tokens'
import type { Tokens } from '@solvane/contract/auth'
import { showToast } from '@solvane/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api/api-provider.tsx'
import { mergeGuestCart } from '../../lib/session/guest-cart.ts'
import { profileQuery } from '../../lib/session/session-profile.ts'
import { personalKey } from '../../lib/session/use-session.ts'

/**
 * Returns the function that starts a session with new tokens: it stores them, loads the profile and
 * merges the guest's cart. It resolves when both have ended, also after a failure: the account page
 * shows a missing profile, and the next page tries the merge again.
 */
export function useStartSession(): (tokens: Tokens) => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (tokens) => {
    beginSession(tokens)
    const session = currentSessionId()
    await Promise.all([
      queryClient.prefetchQuery(profileQuery(api, session)),
      mergeGuestCart(api).then(
        () => queryClient.invalidateQueries({ queryKey: personalKey(session, 'cart') }),
        () => showToast('Failed to merge carts.', 'error'),
      ),
    ])
  }
}
