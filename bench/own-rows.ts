import type { FloorWrite } from './floor-rows.ts'
import type { LoadRequest } from './load.ts'
import type { Shop } from './shop.ts'
import { request, type Shopper, samplePieces, send } from './shoppers.ts'

/** One line of the table about what is one shopper's own: each request is of another cart or account. */
export interface OwnRow {
  name: string
  title: string
  kind: 'own'
  /** Sent in turn. */
  requests: LoadRequest[]
  /** What the route does that it is read against, unless one row changed by its key. */
  floor?: FloorWrite
  /** How many ask at once; missing: as everywhere. */
  atOnce?: number[]
}

const piecesInCart = 3

/**
 * Makes up the rows of carts, favourites and signing in: half of the carts belong to guests. What is
 * put in stays within a few pieces, so that answers are as large at the end as at the beginning.
 */
export async function makeOwnRows(shop: Shop, shoppers: Shopper[]): Promise<OwnRow[]> {
  const pieces = await samplePieces(shop, piecesInCart)
  const owners = shoppers.map(({ email, password, headers: account }, index) => {
    const guest = { 'x-guest-cart-id': crypto.randomUUID() }
    return { email, password, account, cart: index % 2 === 0 ? guest : account }
  })
  const adds = (cart: Record<string, string>) =>
    pieces.map(({ variantId }) => request('POST', '/api/cart/items', cart, { variantId }))
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
      // One piece after the other, each in all carts.
      requests: pieces.flatMap((_, piece) => owners.flatMap(({ cart }) => adds(cart)[piece] ?? [])),
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
      requests: pieces.flatMap(({ productId }) =>
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

/** Puts every piece into a cart and gives the id of one of its lines. */
async function fillCart(shop: Shop, adds: LoadRequest[]): Promise<string> {
  let line: string | undefined
  for (const add of adds) {
    const { items } = await send<{ items: { id: string }[] }>(shop, add)
    line = items[0]?.id
  }
  if (line === undefined) throw new Error('A cart stayed empty.')
  return line
}
