import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useApi } from '../../lib/api-provider.tsx'
import { useRequireSignIn } from '../../lib/session/use-require-sign-in.ts'
import { useSessionId } from '../../lib/session/use-session.ts'
import { useLazyStore } from '../../lib/use-lazy-store.ts'
import { FavoritesContext } from './favorites-context.ts'
import type { FavoritesSnapshot, FavoritesStore } from './favorites-store.ts'
import { type HeartedPiece, rememberHeart } from './remembered-heart.ts'

interface FavoritesProviderProps {
  /** After a piece has become a favourite. */
  onFavorited: (piece: HeartedPiece) => void
  children: ReactNode
}

/** Gives the pages the favourites of who is signed in. Their code comes with a session only. */
export function FavoritesProvider({ onFavorited, children }: FavoritesProviderProps) {
  const api = useApi()
  const sessionId = useSessionId()
  const requireSignIn = useRequireSignIn()
  const {
    snapshot: ids,
    prepare,
    demand,
  } = useLazyStore<FavoritesSnapshot, FavoritesStore>(async () => {
    const [{ createFavoritesStore }, { browserQueryClient }] = await Promise.all([
      import('./favorites-store.ts'),
      import('../../lib/query-client.ts'),
    ])
    return createFavoritesStore(api, browserQueryClient(), { onFavorited })
  }, null)

  useEffect(() => {
    if (sessionId) prepare()
  }, [sessionId, prepare])

  async function toggle(piece: HeartedPiece) {
    if (requireSignIn()) await (await demand())?.toggle(piece)
    else rememberHeart(piece, Date.now())
  }

  const latest = useRef(toggle)
  latest.current = toggle
  const port = useMemo(
    () => ({
      ids: sessionId ? ids : null,
      toggle: (piece: HeartedPiece) => latest.current(piece),
      refresh: async () => {
        const store = await demand()
        // Hearts keep what is known until the next time.
        await store?.load().catch(() => {})
      },
    }),
    [ids, sessionId, demand],
  )
  return <FavoritesContext value={port}>{children}</FavoritesContext>
}
