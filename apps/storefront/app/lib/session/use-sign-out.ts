import { endSession, readTokens } from '@solvane/client/tokens'
import { useApi } from '../api-provider.tsx'

/** Gives the function that signs out: at once in this browser, and on the server as soon as it hears. */
export function useSignOut(): () => void {
  const api = useApi()
  return () => {
    const tokens = readTokens()
    endSession({ isSignOut: true })
    // Offline the session lapses on the server by itself; here it is gone in any case.
    if (tokens) {
      api.call('logout', { body: { refreshToken: tokens.refreshToken } }).catch(() => {})
    }
  }
}
