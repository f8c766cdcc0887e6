import type { SignInState } from '@solvane/client/return-path'
import { currentSessionId } from '@solvane/client/tokens'
import { useLocation, useNavigate } from 'react-router'

/**
 * For what only a shopper with an account can do. The function it gives returns true for one who is
 * signed in; a guest it sends to the sign-in screen, to come back to `path` (this page unless told
 * otherwise), and returns false.
 */
export function useRequireSignIn(): (path?: string) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (path = pathname + search) => {
    if (currentSessionId()) return true
    const state: SignInState = { returnTo: path }
    void navigate('/login', { state })
    return false
  }
}
