import type { FloorWrite } from './floor-rows.ts'
import type { LoadRequest } from './load.ts'
import type { Shop } from './shop.ts'
import { request, type Shopper, sampleVariants, send } from './shoppers.ts'

/** A row about a shopper's own data: each request is for another cart or account. */
export interface OwnRow {
  name: string
  title: string
  kind: 'own'
  /** Sent in turn. */
  requests: LoadRequest[]
  /** The write it is compared with; by default an update of one row by its key. */
  floor?: FloorWrite
  /** Concurrent connections; by default as for other rows. */
  atOnce?: number[]
}

const linesInCart = 3

/**
 * The rows of carts, favorites and signing in: half of the carts belong to guests. The number of
 * items stays constant, and with it the size of responses.
 */
export async function makeOwnRows(shop: Shop, shoppers: Shopper[]): Promise<OwnRow[]> {
  const variants = await sampleVariants(shop, linesInCart)
  const owners = shoppers.map(({ email, password, headers: account }, index) => {
    const guest = { 'x-guest-cart-id': crypto.randomUUID() }
    return { email, password, account, cart: index % 2 === 0 ? guest : account }
  })
  const adds = (cart: Record<string, string>) =>
    variants.map(({ variantId }) => request('POST', '/api/cart/items', cart, { variantId }))
  const lines = await Promise.all(owners.map(({ cart }) => fillCart(shop, adds(cart))))
  return [
    {
      name: 'cart-read',
      title: 'Cart read',
      kind: 'own',
      requests: owners.map(({ cart }) => ({ path: '/api/cart', headers: cart })),
    },
    {
      name: 'cart-add',
      title: 'Add to cart',
      kind: 'own',
      // One product after the other, each for all carts.
      requests: variants.flatMap((_, variant) =>
        owners.flatMap(({ cart }) => adds(cart)[variant] ?? []),
      ),
    },
    {
      name: 'cart-quantity',
      title: 'Quantity change',
      kind: 'own',
      requests: [1, 2, 3].flatMap((quantity) =>
        owners.map(({ cart }, index) =>
          request('PATCH', `/api/cart/items/${lines[index]}`, cart, { quantity }),
        ),
      ),
    },
    {
      name: 'favorite',
      title: 'Favourite toggle',
      kind: 'own',
      requests: variants.flatMap(({ productId }) =>
        owners.map(({ account }) =>
          request('PATCH', `/api/products/favorite/${productId}`, account),
        ),
      ),
    },
    {
      name: 'login',
      title: 'Login',
      kind: 'own',
      requests: owners.map(({ email, password }) =>
        request('POST', '/api/auth/login', {}, { email, password }),
      ),
    },
  ]
}

/** Adds every product to a cart and returns the id of one of its lines. */
async function fillCart(shop: Shop, adds: LoadRequest[]): Promise<string> {
  let line: string | undefined
  for (const add of adds) {
    const { items } = await send<{ items: { id: string }[] }>(shop, add)
    line = items[0]?.id
  }
  if (line === undefined) throw new Error('A cart stayed empty.')
  return line
}
