import type { SignInState } from '@solvane/client/return-path'
import { currentSessionId } from '@solvane/client/tokens'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLazyStore } from '../../components/external-store.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { useSessionId } from '../../lib/session/use-session.ts'
import { FavoritesContext } from './favorite-button.tsx'
import type { FavoritesClient, FavoritesSnapshot } from './favorites-client.ts'
import { type FavoriteTarget, rememberFavorite } from './remembered-favorite.ts'

/**
 * Guards actions that need an account. The returned function is true for a shopper who is signed
 * in; it sends a guest to the sign-in screen, to return to `path` (by default this page), and
 * returns false.
 */
function useRequireSignIn(): (path?: string) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (path = pathname + search) => {
    if (currentSessionId()) return true
    const state: SignInState = { returnTo: path }
    void navigate('/login', { state })
    return false
  }
}

interface FavoritesProviderProps {
  /** After a product has become a favourite. */
  onFavorited: (target: FavoriteTarget) => void
  children: ReactNode
}

/** Provides the signed-in shopper's favourites. Their code is only loaded with a session. */
export function FavoritesProvider({ onFavorited, children }: FavoritesProviderProps) {
  const api = useApi()
  const sessionId = useSessionId()
  const requireSignIn = useRequireSignIn()
  const {
    snapshot: ids,
    prepare,
    demand,
  } = useLazyStore<FavoritesSnapshot, FavoritesClient>(async () => {
    const [{ createFavoritesClient }, { browserQueryClient }] = await Promise.all([
      import('./favorites-client.ts'),
      import('../../lib/api/query-client.tsx'),
    ])
    return createFavoritesClient(api, browserQueryClient(), { onFavorited })
  }, null)

  useEffect(() => {
    if (sessionId) prepare()
  }, [sessionId, prepare])

  async function toggle(target: FavoriteTarget) {
    if (requireSignIn()) await (await demand())?.toggle(target)
    else rememberFavorite(target, Date.now())
  }

  const latest = useRef(toggle)
  latest.current = toggle
  const port = useMemo(
    () => ({
      ids: sessionId ? ids : null,
      toggle: (target: FavoriteTarget) => latest.current(target),
      refresh: async () => {
        const store = await demand()
        // Hearts keep their state until the next load.
        await store?.load().catch(() => {})
      },
    }),
    [ids, sessionId, demand],
  )
  return <FavoritesContext value={port}>{children}</FavoritesContext>
}
