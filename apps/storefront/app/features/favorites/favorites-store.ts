import { type Api, isApiFailure } from '@solvane/client/api'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import { showToast } from '@solvane/ui/toast.ts'
import type { QueryClient } from '@tanstack/react-query'
import { showFailure } from '../../lib/api/failure.tsx'
import { createListeners } from '../../lib/listeners.ts'
import { personalKey } from '../../lib/session/use-session.ts'
import { favoriteMessages } from './favorite-messages.ts'
import { type HeartedPiece, takeRememberedHeart } from './remembered-heart.ts'

/** Which products are favourites of who is signed in, with what was pressed meanwhile; null until known. */
export type FavoritesSnapshot = ReadonlySet<string> | null

export type FavoritesStore = ReturnType<typeof createFavoritesStore>

/** What a tab tells the others. */
interface News {
  session: string
  ids: readonly string[]
}

interface Options {
  /** After a piece has become a favourite. */
  onFavorited: (piece: HeartedPiece) => void
}

/** The favourites of who is signed in. A heart turns at once, and back when the house refuses it. */
export function createFavoritesStore(api: Api, queryClient: QueryClient, { onFavorited }: Options) {
  const { tell, subscribe } = createListeners()
  /** Which way each product's heart was last pressed, until the house has confirmed or refused it. */
  const wishes = new Map<string, boolean>()
  const underWay = new Set<string>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('favorites')
  let session: string | null = null
  let snapshot: FavoritesSnapshot = null

  const keyOf = (id: string) => personalKey(id, 'favorite-ids')
  const confirmed = () =>
    session === null ? undefined : queryClient.getQueryData<readonly string[]>(keyOf(session))

  function show() {
    const known = confirmed()
    if (known) {
      const shown = new Set(known)
      for (const [id, isWished] of wishes) isWished ? shown.add(id) : shown.delete(id)
      snapshot = shown
    } else snapshot = null
    tell()
  }

  function keep(asked: string, ids: readonly string[]) {
    queryClient.setQueryData(keyOf(asked), ids)
    const news: News = { session: asked, ids }
    channel?.postMessage(news)
    show()
  }

  /** Asks the house anew which they are. Rejects with the `ApiError`. */
  async function load(): Promise<void> {
    const asked = session
    if (asked === null) return
    await queryClient.fetchQuery({
      queryKey: keyOf(asked),
      queryFn: async ({ signal }) =>
        (await api.call('listFavoriteIds', {}, { signal })).data.productIds as readonly string[],
      staleTime: 0,
    })
    show()
  }

  /** Until the house says what is wished; a toggle may meet one from another tab, so twice at most. */
  async function send({ productId, named }: HeartedPiece): Promise<boolean> {
    let isFavorited = false
    for (let tries = 0; tries < 2; tries += 1) {
      const answer = await api.call('toggleFavorite', { params: { variantId: named } })
      isFavorited = answer.data.isFavorited
      if (isFavorited === wishes.get(productId)) break
    }
    return isFavorited
  }

  /** Turns the heart of a piece. Tells the shopper how it went; never rejects. */
  async function toggle(piece: HeartedPiece): Promise<void> {
    const { productId } = piece
    const asked = session
    if (asked === null) return
    try {
      if (!snapshot) await load()
    } catch (error) {
      tellFailure(error)
    }
    if (!snapshot || session !== asked) return
    wishes.set(productId, !snapshot.has(productId))
    show()
    // The one under way looks at the last wish when it is done.
    if (underWay.has(productId)) return
    underWay.add(productId)
    try {
      while (wishes.get(productId) !== confirmed()?.includes(productId)) {
        const isFavorited = await send(piece)
        if (session !== asked) return
        const others = (confirmed() ?? []).filter((id) => id !== productId)
        keep(asked, isFavorited ? [...others, productId] : others)
        showToast(favoriteMessages.toggled)
        if (isFavorited) onFavorited(piece)
      }
    } catch (error) {
      tellFailure(error)
    } finally {
      underWay.delete(productId)
      wishes.delete(productId)
      show()
    }
  }

  /** Follows who is signed in; sets the heart that was pressed before. */
  async function begin(): Promise<void> {
    const now = currentSessionId()
    if (now === session) return
    session = now
    wishes.clear()
    // The store has no observer that would keep them in memory.
    if (now) queryClient.setQueryDefaults(keyOf(now), { gcTime: Number.POSITIVE_INFINITY })
    show()
    // Hearts stay blank when it fails; the next page asks again.
    await load().catch(() => {})
    if (!snapshot || session !== now) return
    const remembered = takeRememberedHeart(Date.now())
    if (remembered && !snapshot.has(remembered.productId)) await toggle(remembered)
  }

  function tellFailure(error: unknown) {
    const { toggleRefused, toggleFailed } = favoriteMessages
    showFailure(error, isApiFailure(error) ? toggleRefused : toggleFailed)
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.session !== session) return
      queryClient.setQueryData(keyOf(data.session), data.ids)
      show()
    }
  }
  subscribeToSession(() => void begin())
  void begin()

  return {
    subscribe,
    snapshot: () => snapshot,
    load,
    toggle,
  }
}
