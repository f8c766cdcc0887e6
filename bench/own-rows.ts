import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import type { LoadRequest } from './load.ts'
import { ask } from './rows.ts'
import type { Shop } from './shop.ts'

/** One line of the table about what is one shopper's own: each request is of another cart or account. */
export interface OwnRow {
  name: string
  title: string
  kind: 'own'
  /** Sent in turn. */
  requests: LoadRequest[]
}

/** Twice as many as ask at once: two requests at once are never of one cart. */
const shoppers = 64
const piecesInCart = 3
const password = 'bench-password'
/** So many of a piece that none is ever sold out. */
const plenty = 100_000_000

interface Envelope<Data> {
  data: Data
}

/**
 * Makes up the rows of carts, favourites and signing in: half of the carts belong to guests. What is
 * put in stays within a few pieces, so that answers are as large at the end as at the beginning.
 */
export async function makeOwnRows(shop: Shop): Promise<OwnRow[]> {
  const pieces = await samplePieces(shop)
  const owners = await Promise.all(
    Array.from({ length: shoppers }, async (_, index) => {
      const email = `bench-${index}@example.com`
      const account = { authorization: `Bearer ${await signIn(shop, email)}` }
      const guest = { 'x-guest-cart-id': crypto.randomUUID() }
      return { email, account, cart: index % 2 === 0 ? guest : account }
    }),
  )
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
      requests: owners.map(({ email }) =>
        request('POST', '/api/auth/login', {}, { email, password }),
      ),
    },
  ]
}

function request(
  method: 'POST' | 'PATCH',
  path: string,
  headers: Record<string, string>,
  body?: object,
): LoadRequest {
  return { method, path, headers, ...(body && { body }) }
}

/** Some pieces for sale, of different products, made plenty of. */
async function samplePieces({ databaseUrl }: Shop) {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { rows } = await db.pool.query<{ variantId: string; productId: string }>(
      `update variant set stock = $1 where id in (
         select distinct on (product_id) v.id from variant v join product p on p.id = v.product_id
         where v.is_enabled and v.deleted_at is null and p.deleted_at is null
         order by product_id, v.id limit $2
       ) returning id as "variantId", product_id as "productId"`,
      [plenty, piecesInCart],
    )
    return rows
  } finally {
    await db.close()
  }
}

/** Signs in, after opening the account when there is none yet; gives the access token. */
async function signIn({ port }: Shop, email: string): Promise<string> {
  const post = (path: string, body: object) =>
    ask<Envelope<{ accessToken: string }>>(port, path, toInit({ method: 'POST', path, body }))
  const { data } = await post('/api/auth/login', { email, password }).catch(() =>
    post('/api/auth/register', { name: 'Bench', email, password }),
  )
  return data.accessToken
}

/** Puts every piece into a cart and gives the id of one of its lines. */
async function fillCart({ port }: Shop, adds: LoadRequest[]): Promise<string> {
  let line: string | undefined
  for (const add of adds) {
    const { data } = await ask<Envelope<{ items: { id: string }[] }>>(port, add.path, toInit(add))
    line = data.items[0]?.id
  }
  if (line === undefined) throw new Error('A cart stayed empty.')
  return line
}

function toInit({ method, headers, body }: LoadRequest): RequestInit {
  return {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}
