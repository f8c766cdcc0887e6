import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import type { LoadRequest } from './load.ts'
import { ask } from './rows.ts'
import type { Shop } from './shop.ts'

/** Twice the concurrency, so that concurrent requests are never of the same shopper. */
const usualCount = 64
/** Passwords are computed one after the other; too many that wait are rejected. */
const atATime = 8
const password = 'bench-password'
/** A stock that never sells out. */
const plenty = 100_000_000

/** A signed-in shopper. */
export interface Shopper {
  email: string
  password: string
  /** The headers of the shopper's requests. */
  headers: { authorization: string }
}

export interface Variant {
  variantId: string
  productId: string
}

interface Envelope<Data> {
  data: Data
}

/** Signs shoppers in, and opens their accounts in the first run. */
export async function signInShoppers(shop: Shop, count = usualCount): Promise<Shopper[]> {
  const shoppers: Shopper[] = []
  while (shoppers.length < count) {
    const indexes = Array.from({ length: atATime }, (_, index) => shoppers.length + index)
    shoppers.push(...(await Promise.all(indexes.map((index) => signIn(shop, index)))))
  }
  return shoppers
}

async function signIn(shop: Shop, index: number): Promise<Shopper> {
  const account = { email: `bench-${index}@example.com`, password }
  const login = request('POST', '/api/auth/login', {}, account)
  const register = request('POST', '/api/auth/register', {}, { name: 'Bench', ...account })
  const { accessToken } = await send<{ accessToken: string }>(shop, login).catch(() =>
    send<{ accessToken: string }>(shop, register),
  )
  return { ...account, headers: { authorization: `Bearer ${accessToken}` } }
}

/** Confirms the e-mail addresses of all shoppers who have signed in here. */
export async function confirmEmails({ databaseUrl }: Shop): Promise<void> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    await db.pool.query(
      `update users set email_verified_at = now()
       where email like 'bench-%@example.com' and email_verified_at is null`,
    )
  } finally {
    await db.close()
  }
}

/** Variants for sale of different products, with plenty of stock. */
export async function sampleVariants({ databaseUrl }: Shop, limit: number): Promise<Variant[]> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { rows } = await db.pool.query<Variant>(
      `with stocked as (
         update variant set stock = $1 where id in (
           select distinct on (product_id) v.id from variant v join product p on p.id = v.product_id
           where v.is_enabled and v.deleted_at is null and p.deleted_at is null
           order by product_id, v.id limit $2
         ) returning id, product_id, new.stock - old.stock as delta
       ), recorded as (
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

/** Sends a request once and returns its data; throws if it is rejected. */
export async function send<Data>({ port }: Shop, sent: LoadRequest): Promise<Data> {
  const { method, path, headers, body } = sent
  const { data } = await ask<Envelope<Data>>(port, path, {
    ...(method && { method }),
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return data
}
