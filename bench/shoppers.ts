import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import type { LoadRequest } from './load.ts'
import { ask } from './rows.ts'
import type { Shop } from './shop.ts'

/** Twice as many as ask at once: two requests at once are never of one shopper. */
const count = 64
const password = 'bench-password'
/** So many of a piece that none is ever sold out. */
const plenty = 100_000_000

/** Someone with an account who is signed in. */
export interface Shopper {
  email: string
  password: string
  /** What a request of theirs carries. */
  headers: { authorization: string }
}

export interface Piece {
  variantId: string
  productId: string
}

interface Envelope<Data> {
  data: Data
}

/** Signs shoppers in, after opening their accounts when there are none yet. */
export function signInShoppers(shop: Shop): Promise<Shopper[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const account = { email: `bench-${index}@example.com`, password }
      const login = request('POST', '/api/auth/login', {}, account)
      const register = request('POST', '/api/auth/register', {}, { name: 'Bench', ...account })
      const { accessToken } = await send<{ accessToken: string }>(shop, login).catch(() =>
        send<{ accessToken: string }>(shop, register),
      )
      return { ...account, headers: { authorization: `Bearer ${accessToken}` } }
    }),
  )
}

/** Some pieces for sale, of different products, made plenty of. */
export async function samplePieces({ databaseUrl }: Shop, limit: number): Promise<Piece[]> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { rows } = await db.pool.query<Piece>(
      `with stocked as (
         update variant set stock = $1 where id in (
           select distinct on (product_id) v.id from variant v join product p on p.id = v.product_id
           where v.is_enabled and v.deleted_at is null and p.deleted_at is null
           order by product_id, v.id limit $2
         ) returning id, product_id, new.stock - old.stock as delta
       ), noted as (
         insert into stock_movement (variant_id, delta, stock_after, cause, at)
         select id, delta, $1, 'ADJUSTMENT', now() from stocked where delta <> 0
       ) select id as "variantId", product_id as "productId" from stocked`,
      [plenty, limit],
    )
    return rows
  } finally {
    await db.close()
  }
}

export function request(
  method: 'POST' | 'PATCH',
  path: string,
  headers: Record<string, string>,
  body?: object,
): LoadRequest {
  return { method, path, headers, ...(body && { body }) }
}

/** Sends a request once and gives the data of its answer; throws when it is refused. */
export async function send<Data>({ port }: Shop, sent: LoadRequest): Promise<Data> {
  const { method, path, headers, body } = sent
  const { data } = await ask<Envelope<Data>>(port, path, {
    ...(method && { method }),
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return data
}
