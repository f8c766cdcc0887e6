import { demoPasswords } from '../apps/api/src/platform/config/config.ts'
import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import { customerPassword } from './generate-orders.ts'
import type { LoadRequest } from './load.ts'
import type { Shop } from './shop.ts'
import { request, send } from './shoppers.ts'

/** Requests of staff, or of shoppers for what they ordered. */
export interface OfficeRow {
  name: string
  title: string
  requests: LoadRequest[]
}

/** Orders from all of the years, and their owners. */
const sampled = 32

interface SampledOrder {
  id: string
  number: number
  email: string
  name: string
  tracking: string
}

/** The rows of the back office's lists, and of one order as staff and its shopper see it. */
export async function makeOfficeRows(shop: Shop): Promise<OfficeRow[]> {
  const staff = await signIn(shop, 'admin@example.com', demoPasswords.admin)
  const orders = await sampleOrders(shop)
  const products = await sampleNames(shop)
  const owners = await Promise.all(orders.map(({ email }) => signIn(shop, email, customerPassword)))
  const row = (name: string, title: string, paths: string[]): OfficeRow => ({
    name,
    title,
    requests: paths.map((path) => ({ path, headers: staff })),
  })
  const searching = (list: string, texts: string[]) =>
    texts.map((text) => `/api/admin/${list}?q=${encodeURIComponent(text)}`)
  return [
    row('office-products', 'Back office: products', ['/api/admin/products']),
    row('office-products-filter', 'Back office: products of a category', [
      '/api/admin/products?category=women-bags',
      '/api/admin/products?category=men-shoes',
    ]),
    row('office-products-stock', 'Back office: products in stock', [
      '/api/admin/products?availability=IN_STOCK',
    ]),
    row('office-products-price', 'Back office: products by price', [
      '/api/admin/products?sort=price',
    ]),
    row(
      'office-products-search',
      'Back office: products searched',
      searching('products', products),
    ),
    row('office-orders', 'Back office: orders', ['/api/admin/orders']),
    row('office-orders-counts', 'Back office: orders in each state', ['/api/admin/orders/counts']),
    row('office-orders-filter', 'Back office: orders dispatched', [
      '/api/admin/orders?status=SHIPPED',
    ]),
    row('office-orders-payment', 'Back office: orders refunded, or by PayPal', [
      '/api/admin/orders?paymentStatus=REFUNDED',
      '/api/admin/orders?method=PAYPAL',
    ]),
    row(
      'office-orders-search',
      'Back office: orders searched',
      searching('orders', [
        ...orders.slice(0, 8).map(({ email }) => email),
        ...orders.slice(8, 16).map(({ number }) => `SV${number}`),
        ...orders.slice(16, 24).map(({ tracking }) => tracking),
        ...orders.slice(24).map(({ name }) => name),
      ]),
    ),
    row('office-customers', 'Back office: customers', ['/api/admin/customers']),
    row(
      'office-order',
      'Back office: one order',
      orders.map(({ id }) => `/api/admin/orders/${id}`),
    ),
    {
      name: 'my-order',
      title: 'A shopper’s order',
      requests: orders.map(({ id }, index) => ({
        path: `/api/orders/my/${id}`,
        headers: owners[index] ?? {},
      })),
    },
    {
      name: 'my-orders',
      title: 'A shopper’s orders',
      requests: owners.map((headers) => ({ path: '/api/orders/my', headers })),
    },
  ]
}

async function signIn(shop: Shop, email: string, password: string) {
  const login = request('POST', '/api/auth/login', {}, { email, password })
  const { accessToken } = await send<{ accessToken: string }>(shop, login)
  return { authorization: `Bearer ${accessToken}` }
}

async function sampleOrders({ databaseUrl }: Shop): Promise<SampledOrder[]> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { rows } = await db.pool.query<SampledOrder>(
      `select o.id, o.number, o.email, o.shipping_full_name as name, o.tracking_number as tracking
       from (select min(number) as first, max(number) as last from orders) bounds
       cross join generate_series(0, $1 - 1) place
       cross join lateral (
         select * from orders
         where number >= first + (last - first) * 0.95 * place / $1 and tracking_number is not null
         order by number limit 1) o`,
      [sampled],
    )
    return rows
  } finally {
    await db.close()
  }
}

/** Names of products, a word of theirs and identifiers, as staff look for them. */
async function sampleNames({ databaseUrl }: Shop): Promise<string[]> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { rows } = await db.pool.query<{ name: string; identifier: string }>(
      'select name, identifier from product order by md5(identifier) limit $1',
      [sampled],
    )
    return rows.map(({ name, identifier }, index) => {
      if (index % 4 === 0) return identifier
      return index % 4 === 1 ? (name.split(' ').at(0) ?? name) : name
    })
  } finally {
    await db.close()
  }
}
