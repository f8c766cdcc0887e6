import { demoPasswords } from '../apps/api/src/platform/config/config.ts'
import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import { type Aim, aim } from './aims.ts'
import { startDatabaseFloor } from './database-floor.ts'
import { customerPassword } from './generate-orders.ts'
import { browserHeaders, type LoadRequest, type LoadResult, startLoad } from './load.ts'
import { type Shop, startShop } from './shop.ts'
import { request, send } from './shoppers.ts'
import { type Table, whole } from './tables.ts'

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
    row('office-products-by-stock', 'Back office: products by stock', [
      '/api/admin/products?sort=stock',
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

/** What the shop has in which the back office is measured. */
export const officeShop = { products: 20_000, orders: 200_000 }

/** Milliseconds that a list, a search or an order may take. */
const longest = 100
/** The share of the measured time that is added for warming up, and that the floor takes. */
const warmUpShare = 1 / 3

/** A row of the back office, or of a shopper's orders. */
export interface OfficeMeasured extends LoadResult {
  row: string
  title: string
}

/** All rows, and `select 1` in the same database, a second. */
export interface OfficeResult {
  lines: OfficeMeasured[]
  floorPerSecond: number
}

/** Measures the lists of staff in the shop in `dataDir`: one request after the other, all computed. */
export async function measureOffice(dataDir: string, seconds: number): Promise<OfficeResult> {
  const load = startLoad()
  const floor = startDatabaseFloor()
  const shop = await startShop({ dataDir, cache: false })
  try {
    const lines: OfficeMeasured[] = []
    for (const { name, title, requests } of await makeOfficeRows(shop)) {
      const order = { port: shop.port, requests, headers: browserHeaders, connections: 1 }
      await load.ask({ ...order, seconds: seconds * warmUpShare })
      lines.push({ row: name, title, ...(await load.ask({ ...order, seconds })) })
    }
    const { perSecond } = await floor.ask({
      url: shop.databaseUrl,
      does: 'nothing',
      connections: 1,
      seconds: seconds * warmUpShare,
    })
    return { lines, floorPerSecond: perSecond }
  } finally {
    await Promise.all([shop.stop(), load.stop(), floor.stop()])
  }
}

/** The goals: the 95th percentile of every row, and no errors. */
export function judgeOffice({ lines }: OfficeResult): Aim[] {
  const { products, orders } = officeShop
  const where = `(${whole(products)} products, ${whole(orders)} orders)`
  const errors = lines.reduce((sum, line) => sum + line.errors, 0)
  return [
    ...lines.map(({ title, p95 }) =>
      aim(`${title}, p95 ${where}`, `≤ ${longest} ms`, `${p95.toFixed(1)} ms`, longest / p95),
    ),
    aim('Errors of the back office', '0', whole(errors), errors === 0 ? 1 : 0),
  ]
}

/** The measurements as a table. */
export function officeTable({ lines, floorPerSecond }: OfficeResult): Table {
  const time = (value: number) => value.toFixed(1)
  return [
    ['Work', 'A second', 'p50 ms', 'p95 ms', 'p99 ms', 'Errors', 'Of floor', 'kB'],
    ...lines.map((line) => [
      line.title,
      whole(line.perSecond),
      ...[line.p50, line.p95, line.p99].map(time),
      whole(line.errors),
      `${((line.perSecond / floorPerSecond) * 100).toFixed(1)} %`,
      (line.bytesPerAnswer / 1024).toFixed(1),
    ]),
    ['`select 1`, without a server between', whole(floorPerSecond), '', '', '', '', '100 %', ''],
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
