import type { Api } from '@solvane/client/api'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import { showToast } from '@solvane/ui/toast'
import {
  MutationObserver,
  type QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query'
import { createListeners } from '../../components/external-store.ts'
import { ensureGuestCartId, mergeGuestCart, readGuestCartId } from '../../lib/session/guest-cart.ts'
import { personalKey } from '../../lib/session/use-session.ts'
import { cartMessages } from './cart-messages.ts'
import {
  type Cart,
  type CartChange,
  type CartItem,
  cartOf,
  removesItem,
  withChanges,
} from './cart-totals.ts'

/** Milliseconds without another change of a quantity after which it is sent (spec section 9). */
const quantityDebounce = 300
/** Milliseconds after which a cart is fetched again when its tab becomes visible. */
const freshFor = 30_000

const mutationKey = ['cart-change']

/** The cart as the shopper sees it. */
export interface CartSnapshot {
  status: 'idle' | 'loading' | 'merging' | 'error'
  /** The cart with pending changes; null until it is loaded. */
  cart: Cart | null
  /** Sum of the quantities, including items that are being added. */
  totalItems: number
  /** Why the cart could not be loaded, in the state `error`. */
  failure: unknown
}

export type CartClient = ReturnType<typeof createCartClient>

/** A pending change, and the cart that it is about. */
interface Variables {
  change: CartChange
  owner: string
}

/** The key of the current cart: the session's, else the guest's; null while there is neither. */
function currentCartKey(): QueryKey | null {
  const session = currentSessionId()
  if (session) return personalKey(session, 'cart')
  const guest = readGuestCartId()
  return guest === null ? null : ['cart', guest]
}

const nameOf = (key: QueryKey | null) => JSON.stringify(key)

/**
 * The cart of this browser's shopper. The query cache holds what the server confirmed, the mutation
 * cache the pending changes; the snapshot is computed from both. Changes show at once and disappear
 * when the server rejects them. One is sent at a time, in order, because each answer is a whole cart.
 */
export function createCartClient(api: Api, queryClient: QueryClient) {
  const { notify, subscribe } = createListeners()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cart')
  let key = currentCartKey()
  /** Another tab has changed the cart while a change of this one was pending. */
  let isOutdated = false
  let snapshot: CartSnapshot

  function queryOptions() {
    return {
      queryKey: key ?? ['cart', 'none'],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Cart> =>
        (await api.call('getCart', {}, { signal })).data,
      enabled: key !== null,
      staleTime: freshFor,
      retry: false,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    } as const
  }
  const query = new QueryObserver<Cart>(queryClient, queryOptions())

  const mutation = new MutationObserver<Cart | null, Error, Variables>(queryClient, {
    mutationKey,
    scope: { id: 'cart' },
    networkMode: 'always',
    mutationFn: ({ change, owner }) => send(change, owner),
    onMutate: ({ owner }) => queryClient.cancelQueries({ queryKey: JSON.parse(owner) }),
    async onSuccess(cart, { owner }) {
      if (!cart) return
      const queryKey = JSON.parse(owner)
      // A fetch that began before this change may answer with the cart before it.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, cart)
      channel?.postMessage({ owner, cart })
    },
    onError: () => {
      // The reason of the rejection, a smaller stock for example, is not known here yet.
      isOutdated = true
    },
    onSettled: () => {
      if (!isOutdated || queryClient.isMutating({ mutationKey }) > 1) return
      isOutdated = false
      void refresh()
    },
  })

  function pendingChanges(): CartChange[] {
    const owner = nameOf(key)
    const pending = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' })
    return pending
      .map(({ state }) => state.variables as Variables)
      .filter((variables) => variables.owner === owner)
      .map(({ change }) => change)
  }

  function show() {
    const changes = pendingChanges()
    const { data, error, isFetching } = query.getCurrentResult()
    const confirmed = key === null ? cartOf([]) : (data ?? null)
    const cart = confirmed && withChanges(confirmed, changes)
    const added = changes.filter(({ type }) => type === 'add').length
    snapshot = {
      status: changes.some(({ type }) => type === 'merge')
        ? 'merging'
        : confirmed
          ? 'idle'
          : error && !isFetching
            ? 'error'
            : 'loading',
      cart,
      totalItems: cart?.totalItems ?? added,
      failure: error,
    }
    notify()
  }

  /** Switches to the current shopper's cart, and forgets the previous one. */
  function followOwner() {
    const current = currentCartKey()
    if (nameOf(current) !== nameOf(key)) {
      if (key) queryClient.removeQueries({ queryKey: key })
      key = current
    }
    query.setOptions(queryOptions())
    show()
  }

  /** Fetches the cart again; a failure is in the snapshot. */
  async function refresh(): Promise<void> {
    if (key) await query.refetch()
  }

  async function change(change: CartChange): Promise<void> {
    followOwner()
    const done = mutation.mutate({ change, owner: nameOf(key) })
    show()
    await done
  }

  /** Sends a change and returns the new cart; null where there is nothing left to send. */
  async function send(change: CartChange, owner: string): Promise<Cart | null> {
    if (change.type === 'merge') {
      await mergeGuestCart(api).catch(() => showToast(cartMessages.mergeFailed, 'error'))
      return null
    }
    if (change.type === 'add') {
      const body = { variantId: change.variantId, quantity: 1 }
      return (await api.call('addCartItem', { body })).data
    }
    if (owner !== nameOf(currentCartKey())) return null
    if (change.type === 'setQuantity') return sendQuantity(change)
    if (change.type === 'moveToFavorites') {
      const body = { variantIds: [...change.variantIds], removeFromCart: true }
      await api.call('addFavorites', { body })
      // The lines are moved, even if the cart cannot be fetched now.
      return api.call('getCart', {}).then(
        ({ data }) => data,
        () => {
          isOutdated = true
          return null
        },
      )
    }
    const [itemId = '', ...others] = change.itemIds
    const answer =
      others.length === 0
        ? await api.call('removeCartItem', { params: { itemId } })
        : await api.call('removeCartItems', { body: { ids: [...change.itemIds] } })
    return answer.data
  }

  type QuantityChange = Extract<CartChange, { type: 'setQuantity' }>

  /** Whether a later pending change of the same line makes this one unnecessary. */
  function isSuperseded(change: QuantityChange): boolean {
    const changes = pendingChanges()
    return changes
      .slice(changes.indexOf(change) + 1)
      .some(
        (later) =>
          removesItem(later, change.itemId) ||
          (later.type === 'setQuantity' && later.itemId === change.itemId),
      )
  }

  async function sendQuantity(change: QuantityChange): Promise<Cart | null> {
    if (isSuperseded(change)) return null
    const wait = change.at + quantityDebounce - Date.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    if (isSuperseded(change)) return null
    const { itemId, quantity } = change
    const items = query.getCurrentResult().data?.items
    const confirmed = items?.find(({ id }) => id === itemId)
    if (!confirmed || confirmed.quantity === quantity) return null
    return (await api.call('updateCartItem', { params: { itemId }, body: { quantity } })).data
  }

  /** Sends the last quantities of a page that is being left; sending one twice does no harm. */
  function sendQuantitiesNow() {
    for (const change of pendingChanges()) {
      if (change.type !== 'setQuantity' || isSuperseded(change)) continue
      const { itemId, quantity } = change
      api.call('updateCartItem', { params: { itemId }, body: { quantity } }).catch(() => {})
    }
  }

  /** Merges a guest's cart into the cart of a shopper who has signed in. */
  async function mergeIfGuest(): Promise<void> {
    if (!currentSessionId() || !readGuestCartId()) return
    await change({ type: 'merge' })
    await refresh()
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<{ owner: string; cart: Cart }>) => {
      followOwner()
      if (data.owner !== nameOf(key)) return
      if (queryClient.isMutating({ mutationKey }) > 0) isOutdated = true
      else queryClient.setQueryData(JSON.parse(data.owner), data.cart)
    }
  }
  const unsubscribeFromSession = subscribeToSession(() => {
    followOwner()
    void mergeIfGuest()
  })
  addEventListener('online', () => void mergeIfGuest())
  addEventListener('pagehide', sendQuantitiesNow)
  // A page restored from the back/forward cache has missed changes of other pages.
  addEventListener('pageshow', ({ persisted }) => persisted && void refresh())
  queryClient.getMutationCache().subscribe(({ mutation: changed }) => {
    if (changed?.options.mutationKey === mutationKey) show()
  })
  void mergeIfGuest()
  query.subscribe(show)
  show()

  return {
    subscribe,
    snapshot: () => snapshot,

    /** Fetches the cart again, for every tab: an order has taken its items out of it, for example. */
    refresh: async () => {
      await refresh()
      const cart = query.getCurrentResult().data
      if (cart) channel?.postMessage({ owner: nameOf(key), cart })
    },

    /** Stops following the session. A page keeps its cart; tests leave none behind. */
    close: unsubscribeFromSession,

    /** Adds one of a variant. Rejects with the `ApiError` of a rejection. */
    add: (variantId: string) => {
      if (!currentSessionId()) ensureGuestCartId()
      return change({ type: 'add', variantId })
    },

    /**
     * Sets the quantity of a line, 1 or more. Resolves when the server has confirmed it or a later
     * change has replaced it; rejects when the server rejects it.
     */
    setQuantity: (itemId: string, quantity: number) =>
      change({ type: 'setQuantity', itemId, quantity, at: Date.now() }),

    /** Removes lines. Rejects with the `ApiError` of a rejection. */
    remove: (itemIds: readonly string[]) => change({ type: 'remove', itemIds }),

    /** Moves lines to the favourites, all or none. Rejects like `remove`. */
    moveToFavorites: (items: readonly CartItem[]) =>
      change({
        type: 'moveToFavorites',
        itemIds: items.map(({ id }) => id),
        variantIds: items.map(({ variant }) => variant.id),
      }),
  }
}
