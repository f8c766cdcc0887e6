import { type Api, isApiFailure } from '@solvane/client/api'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import { showToast } from '@solvane/ui/toast.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createListeners } from '../../lib/listeners.ts'
import { ensureGuestCartId, mergeGuestCart, readGuestCartId } from '../../lib/session/guest-cart.ts'
import { withIntents } from './cart-intents.ts'
import { currentCartKey, nameOfKey } from './cart-key.ts'
import { cartMessages } from './cart-messages.ts'
import { joinCartTabs } from './cart-tabs.ts'
import { type Cart, type CartItem, cartOf } from './cart-totals.ts'
import { createRests } from './rests.ts'
import { createTurns } from './turns.ts'

/** Milliseconds that a quantity rests before it is sent (spec section 9). */
const quantityDebounce = 300
/** Milliseconds after which a cart that comes into sight again is asked for anew. */
const freshFor = 30_000

/** The cart as the shopper sees it. */
export interface CartSnapshot {
  status: 'idle' | 'loading' | 'merging' | 'error'
  /** With what the shopper has asked for meanwhile; null until it is known. */
  cart: Cart | null
  /** Sum of the quantities, pieces that are just being put in included. */
  totalItems: number
  /** Why it could not be loaded, in the state `error`. */
  failure: unknown
}

export type CartStore = ReturnType<typeof createCartStore>

/**
 * The cart of who uses this browser. What is asked for shows at once and is taken back when the
 * house refuses it; requests go one after the other, and of each line only the last wish.
 */
export function createCartStore(api: Api, queryClient: QueryClient) {
  const { tell, subscribe } = createListeners()
  /** Wished quantities by line, 0 for none, until the house has confirmed or refused them. */
  const intents = new Map<string, number>()
  const rests = createRests(quantityDebounce)
  let key: QueryKey | null = null
  let adding = 0
  let status: CartSnapshot['status'] = 'idle'
  let failure: unknown = null
  let isOutdated = false
  let snapshot: CartSnapshot = { status, cart: null, totalItems: 0, failure }

  // One at a time: every answer is a whole cart, and an older one must not hide a newer.
  const turns = createTurns(() => {
    show()
    if (isOutdated && !turns.isBusy()) void refresh()
  })

  const tabs = joinCartTabs((news) => {
    if (news.owner !== nameOfKey(currentCartKey())) return
    adoptOwner()
    // An answer under way may be older than these news: the last word is asked for after it.
    if (turns.isBusy()) isOutdated = true
    else if (key) queryClient.setQueryData(key, news.cart)
    show()
  })

  const confirmed = () => (key ? queryClient.getQueryData<Cart>(key) : undefined)

  function show() {
    const known = key ? confirmed() : cartOf([])
    const cart = known ? withIntents(known, intents) : null
    snapshot = { status, cart, totalItems: (cart?.totalItems ?? 0) + adding, failure }
    tell()
  }

  /** Asks the house for a change and keeps the cart it answers with. Rejects with the `ApiError`. */
  async function change(request: () => Promise<Cart>): Promise<void> {
    const asked = key
    try {
      const cart = await request()
      if (asked) queryClient.setQueryData(asked, cart)
      tabs.tell({ owner: nameOfKey(asked), cart })
      status = 'idle'
    } catch (error) {
      // What made the house refuse, a smaller stock say, is not known here yet.
      if (isApiFailure(error) && error.status > 0) isOutdated = true
      throw error
    }
  }

  /** The same for intents about `ids`: whichever way it ends, those it was about are done with. */
  async function carryOut(ids: readonly string[], request: () => Promise<Cart>): Promise<void> {
    const asked = new Map(ids.map((id) => [id, intents.get(id)]))
    await change(request).finally(() => {
      for (const [id, quantity] of asked) if (intents.get(id) === quantity) intents.delete(id)
    })
  }

  /** The cart anew from the house. Never rejects: the snapshot tells of a failure. */
  function refresh(): Promise<void> {
    isOutdated = false
    return turns.take(async () => {
      if (!key) return
      if (!confirmed()) status = 'loading'
      show()
      try {
        await queryClient.fetchQuery({
          queryKey: key,
          queryFn: async ({ signal }) => (await api.call('getCart', {}, { signal })).data,
          staleTime: 0,
          retry: false,
          // A lost network fails at once; waiting for it would hold up all that comes after.
          networkMode: 'always',
        })
        status = 'idle'
        failure = null
      } catch (error) {
        // A cart that is already in sight stays there.
        status = confirmed() ? 'idle' : 'error'
        failure = error
      }
    })
  }

  /** Puts one of a piece in. Rejects with the `ApiError` of a refusal. */
  async function add(variantId: string): Promise<void> {
    if (!currentSessionId()) ensureGuestCartId()
    adoptOwner()
    adding += 1
    show()
    await turns.take(() =>
      change(async () => {
        const body = { variantId, quantity: 1 }
        return (await api.call('addCartItem', { body })).data
      }).finally(() => {
        adding -= 1
      }),
    )
  }

  /**
   * Sets how many of a line, 1 or more. Resolves when the house has confirmed it or a later wish
   * took its place; rejects when the house refused it, and then it is as before.
   */
  async function setQuantity(itemId: string, quantity: number): Promise<void> {
    intents.set(itemId, quantity)
    show()
    if (await rests.rest(itemId)) await turns.take(() => sendQuantity(itemId))
  }

  async function sendQuantity(itemId: string): Promise<void> {
    const quantity = intents.get(itemId)
    // Gone meanwhile, or on its way out.
    if (!quantity) return
    const held = confirmed()?.items.find(({ id }) => id === itemId)
    if (!held || held.quantity === quantity) {
      intents.delete(itemId)
      return
    }
    await carryOut([itemId], async () => {
      const input = { params: { itemId }, body: { quantity } }
      return (await api.call('updateCartItem', input)).data
    })
  }

  function takeOut(itemIds: readonly string[], request: () => Promise<Cart>): Promise<void> {
    for (const id of itemIds) intents.set(id, 0)
    show()
    return turns.take(() => carryOut(itemIds, request))
  }

  /** Takes lines out. Rejects with the `ApiError` of a refusal; then they are back. */
  function remove(itemIds: readonly string[]): Promise<void> {
    const [itemId = '', ...others] = itemIds
    return takeOut(itemIds, async () => {
      const answer =
        others.length === 0
          ? await api.call('removeCartItem', { params: { itemId } })
          : await api.call('removeCartItems', { body: { ids: [...itemIds] } })
      return answer.data
    })
  }

  /** Makes favourites of lines, which leave the cart; all or none. Rejects like `remove`. */
  function moveToFavorites(items: readonly CartItem[]): Promise<void> {
    const variantIds = items.map(({ variant }) => variant.id)
    return takeOut(
      items.map(({ id }) => id),
      async () => {
        await api.call('addFavorites', { body: { variantIds, removeFromCart: true } })
        return (await api.call('getCart', {})).data
      },
    )
  }

  /** Follows whoever uses the browser now; gives whether that is somebody else than before. */
  function adoptOwner(): boolean {
    const now = currentCartKey()
    if (nameOfKey(now) === nameOfKey(key)) return false
    if (key) queryClient.removeQueries({ queryKey: key })
    // The store has no observer that would keep it in memory.
    if (now) queryClient.setQueryDefaults(now, { gcTime: Number.POSITIVE_INFINITY })
    intents.clear()
    key = now
    status = 'idle'
    failure = null
    return true
  }

  /** Begins with a cart: a guest's goes into the cart of who has signed in (decision C5). */
  async function begin(): Promise<void> {
    if (currentSessionId() && readGuestCartId()) {
      await turns.take(async () => {
        status = 'merging'
        show()
        await mergeGuestCart(api).catch(() => showToast(cartMessages.mergeFailed, 'error'))
        status = 'idle'
      })
      adoptOwner()
    }
    await refresh()
  }

  subscribeToSession(() => {
    if (adoptOwner()) void begin()
    show()
  })
  // A page that is left takes what still rests along: the last wish counts.
  addEventListener('pagehide', () => rests.hurry())
  addEventListener('online', () => void begin())
  document.addEventListener('visibilitychange', () => {
    const { dataUpdatedAt = 0 } = (key && queryClient.getQueryState(key)) || {}
    const isOld = Date.now() - dataUpdatedAt > freshFor
    if (document.visibilityState === 'visible' && isOld && !turns.isBusy()) void refresh()
  })
  adoptOwner()
  void begin()

  return {
    subscribe,
    snapshot: () => snapshot,
    refresh,
    add,
    setQuantity,
    remove,
    moveToFavorites,
  }
}
