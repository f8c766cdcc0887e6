import { type Api, isApiFailure } from '@solvane/client/api'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import { showToast } from '@solvane/ui/toast'
import { MutationObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { createListeners } from '../../components/external-store.ts'
import { showFailure } from '../../lib/api/failure.tsx'
import { personalKey } from '../../lib/session/use-session.ts'
import { type FavoriteTarget, takeRememberedFavorite } from './remembered-favorite.ts'

/** Texts of the favourites (spec section 8), word for word. */
export const favoriteMessages = {
  /** Shown after every successful toggle, in both directions. */
  toggled: 'Successfully added to shopping cart.',
  /** Rejected without a message for a shopper. */
  toggleRejected: 'Failed to update favorite status.',
  toggleFailed: 'An unknown error occurred while updating favorite status.',
  none: 'No Data',
} as const

/** Ids of the signed-in shopper's favourite products, with the pending changes; null until loaded. */
export type FavoritesSnapshot = ReadonlySet<string> | null

export type FavoritesClient = ReturnType<typeof createFavoritesClient>

/** A pending change: `isFavorite` is the state that the shopper has requested. */
interface Change extends FavoriteTarget {
  isFavorite: boolean
  session: string
}

interface Options {
  /** After a product has become a favourite. */
  onFavorited: (target: FavoriteTarget) => void
}

const mutationKey = ['favorite-change']
const keyOf = (session: string | null) => personalKey(session, 'favorite-ids')

/**
 * The favourites of the signed-in shopper. The query cache holds what the server confirmed, the
 * mutation cache the pending changes; a heart turns at once, and back when the server rejects it.
 */
export function createFavoritesClient(
  api: Api,
  queryClient: QueryClient,
  { onFavorited }: Options,
) {
  const { notify, subscribe } = createListeners()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('favorites')
  let session: string | null = null
  let snapshot: FavoritesSnapshot = null

  const queryOptions = () => ({
    queryKey: keyOf(session),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> =>
      (await api.call('listFavoriteIds', {}, { signal })).data.productIds,
    enabled: session !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const query = new QueryObserver<readonly string[]>(queryClient, queryOptions())
  const confirmed = () => query.getCurrentResult().data

  const mutation = new MutationObserver<boolean | null, Error, Change>(queryClient, {
    mutationKey,
    scope: { id: 'favorites' },
    networkMode: 'always',
    mutationFn: (change) => send(change),
    onMutate: (change) => queryClient.cancelQueries({ queryKey: keyOf(change.session) }),
    async onSuccess(isFavorited, { productId, variantOrProductId, session: owner }) {
      if (isFavorited === null || owner !== session) return
      await queryClient.cancelQueries({ queryKey: keyOf(owner) })
      const others = (confirmed() ?? []).filter((id) => id !== productId)
      const ids = isFavorited ? [...others, productId] : others
      queryClient.setQueryData(keyOf(owner), ids)
      channel?.postMessage({ session: owner, ids })
      showToast(favoriteMessages.toggled)
      if (isFavorited) onFavorited({ productId, variantOrProductId })
    },
    onError: showChangeFailure,
  })

  function pendingChanges(): Change[] {
    const pending = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' })
    return pending
      .map(({ state }) => state.variables as Change)
      .filter((change) => change.session === session)
  }

  function show() {
    const ids = session === null ? undefined : confirmed()
    if (ids) {
      const shown = new Set(ids)
      for (const { productId, isFavorite } of pendingChanges()) {
        if (isFavorite) shown.add(productId)
        else shown.delete(productId)
      }
      snapshot = shown
    } else snapshot = null
    notify()
  }

  /** Sends a change and returns whether the product is a favourite now; null when nothing was sent. */
  async function send(change: Change): Promise<boolean | null> {
    const { productId, variantOrProductId, isFavorite } = change
    if (change.session !== session) return null
    const changes = pendingChanges()
    const later = changes.slice(changes.indexOf(change) + 1)
    if (later.some((other) => other.productId === productId)) return null
    if (confirmed()?.includes(productId) === isFavorite) return null
    // The server toggles. A change in another tab may turn the first answer around.
    for (let attempt = 0; ; attempt += 1) {
      const answer = await api.call('toggleFavorite', { params: { variantId: variantOrProductId } })
      const { isFavorited } = answer.data
      if (isFavorited === isFavorite || attempt > 0) return isFavorited
    }
  }

  /** Fetches the favourites again. Rejects with the `ApiError`. */
  async function load(): Promise<void> {
    if (session !== null) await query.refetch({ throwOnError: true })
  }

  /** Toggles the heart of a product and shows the shopper the outcome. Never rejects. */
  async function toggle(target: FavoriteTarget): Promise<void> {
    const owner = session
    if (owner === null) return
    try {
      if (!snapshot) await load()
    } catch (error) {
      showChangeFailure(error)
    }
    show()
    if (!snapshot || session !== owner) return
    const isFavorite = !snapshot.has(target.productId)
    const done = mutation.mutate({ ...target, isFavorite, session: owner })
    show()
    // A rejection has been shown already.
    await done.catch(() => {})
  }

  /** Follows the session; sets the heart that was pressed before the sign-in. */
  async function followSession(): Promise<void> {
    const current = currentSessionId()
    if (current === session) return
    session = current
    query.setOptions(queryOptions())
    show()
    // Hearts stay blank when it fails; the next page loads them again.
    await load().catch(() => {})
    show()
    if (!snapshot || session !== current) return
    const remembered = takeRememberedFavorite(Date.now())
    if (remembered && !snapshot.has(remembered.productId)) await toggle(remembered)
  }

  function showChangeFailure(error: unknown) {
    const { toggleRejected, toggleFailed } = favoriteMessages
    showFailure(error, isApiFailure(error) ? toggleRejected : toggleFailed)
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<{ session: string; ids: readonly string[] }>) => {
      if (data.session === session) queryClient.setQueryData(keyOf(data.session), data.ids)
    }
  }
  // A page restored from the back/forward cache has missed changes of other pages.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) load().catch(() => {})
  })
  query.subscribe(show)
  queryClient.getMutationCache().subscribe(({ mutation: changed }) => {
    if (changed?.options.mutationKey === mutationKey) show()
  })
  subscribeToSession(() => void followSession())
  void followSession()

  return {
    subscribe,
    snapshot: () => snapshot,
    load,
    toggle,
  }
}
