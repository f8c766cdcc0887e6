// Measures a busy day: `npm run bench:busy`. Shoppers browse popular and rare pages and JSON, some
// fill carts and order, staff edit prices, and products sell out. See docs/performance.md.
import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import { homeAddress } from '../apps/api/test/buyers.ts'
import { aim } from './aims.ts'
import { buildShop } from './build-shop.ts'
import { browserHeaders, type LoadRequest, startLoad } from './load.ts'
import { prepareShop, readThrough } from './prepare-shop.ts'
import { describeMachine, machineInWords, record } from './results.ts'
import { makeRows } from './rows.ts'
import { type Shop, startShop } from './shop.ts'
import { request, type Shopper, send, signInShoppers } from './shoppers.ts'
import { aimTable, toMarkdown, toText } from './tables.ts'

/** The demo's administrator. */
const owner = { email: 'admin@example.com', password: 'admin-demo-2026' }
const connections = 32
/** Price edits a second. */
const edits = 2
/** Prepared requests; they are sent in turn, and repeated in a longer run. */
const prepared = 60_000
/** Shares of the requests. */
const shares = {
  'product page': 0.3,
  'listing page': 0.12,
  'home page': 0.08,
  'product JSON': 0.25,
  'listing JSON': 0.1,
  'filter JSON': 0.05,
  'search JSON': 0.05,
  cart: 0.04,
  order: 0.01,
}
type Group = keyof typeof shares

interface Product {
  id: string
  identifier: string
  variantId: string
}

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    'warm-up': { type: 'string', default: '60' },
    seconds: { type: 'string', default: '60' },
  },
})
const size = Number(values.products)
const machine = describeMachine()
buildShop()
const dataDir = await prepareShop(size, { log: console.log })
await readThrough(dataDir)
const shop = await startShop({ dataDir, cache: true })
const load = startLoad()
try {
  const products = await readProducts(shop)
  const requests = await makeRequests(shop, products)
  const order = { port: shop.port, requests, headers: browserHeaders, connections }
  const editing = new AbortController()
  const edited = editPrices(shop, products, editing.signal)
  await load.ask({ ...order, seconds: Number(values['warm-up']) })
  const result = await load.ask({ ...order, seconds: Number(values.seconds) })
  editing.abort()
  report(result, await edited, (await shop.counters()).memory)
} finally {
  await load.stop()
  await shop.stop()
}

/** All products for sale, most popular first, independent of their dates. */
async function readProducts({ databaseUrl }: Shop): Promise<Product[]> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { rows } = await db.pool.query<Product>(
      `select * from (
         select distinct on (p.id) p.id, p.identifier, v.id as "variantId"
         from product p join variant v on v.product_id = p.id
         where p.published_at <= now() and p.deleted_at is null
           and v.is_enabled and v.deleted_at is null
         order by p.id, v.stock desc, v.id
       ) sold order by md5(identifier)`,
    )
    return rows
  } finally {
    await db.close()
  }
}

/**
 * The requests of shoppers: the n-th most popular product 1/n times as often as the first (Zipf).
 */
async function makeRequests(shop: Shop, products: Product[]): Promise<LoadRequest[]> {
  const shoppers = await signInShoppers(shop)
  const addresses = await Promise.all(shoppers.map((shopper) => addressOf(shop, shopper)))
  const rows = await makeRows(shop.port)
  const listings = rows.find(({ name }) => name === 'listing-page')?.paths ?? []
  const wanted = zipf(products)
  const listing = zipf(listings.flatMap((path) => [path, `${path}?page=2`, `${path}?page=3`]))
  const category = zipf(listings.map((path) => path.split('/').at(-1) ?? ''))
  const page = zipf([1, 2, 3, 4, 5])
  const searched = zipf(rows.find(({ name }) => name === 'search')?.paths ?? [])
  const someone = () => Math.floor(Math.random() * shoppers.length)
  const make: Record<Group, () => LoadRequest> = {
    'product page': () => ({ path: `/product/${wanted().identifier}` }),
    'listing page': () => ({ path: listing() }),
    'home page': () => ({ path: '/' }),
    'product JSON': () => ({ path: `/api/products/${wanted().identifier}` }),
    'listing JSON': () => ({
      path: `/api/products?page=${page()}&size=16&cIdentifiers=${category()}`,
    }),
    'filter JSON': () => ({ path: `/api/products/facets?cIdentifiers=${category()}` }),
    'search JSON': () => ({ path: searched() }),
    cart: () => {
      const guest = { 'x-guest-cart-id': crypto.randomUUID() }
      return request('POST', '/api/cart/items', guest, { variantId: wanted().variantId })
    },
    order: () => {
      const index = someone()
      return {
        ...request('POST', '/api/orders', (shoppers[index] as Shopper).headers, {
          items: [{ variantId: wanted().variantId, quantity: 1 }],
          addressId: addresses[index],
        }),
        isOneOfAKind: true,
      }
    },
  }
  return Array.from({ length: prepared }, () => {
    const group = draw()
    return { ...make[group](), group }
  })
}

/** A random kind of request, by its share. */
function draw(): Group {
  let left = Math.random()
  for (const [group, share] of Object.entries(shares)) {
    left -= share
    if (left < 0) return group as Group
  }
  return 'home page'
}

/** Returns a function that picks one of `things`, the n-th with a weight of 1/n. */
function zipf<Thing>(things: Thing[]): () => Thing {
  let sum = 0
  const sums = things.map((_, index) => {
    sum += 1 / (index + 1)
    return sum
  })
  return () => {
    const at = Math.random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return things[low] as Thing
  }
}

async function addressOf(shop: Shop, { headers }: Shopper): Promise<string> {
  const add = request('POST', '/api/addresses', headers, homeAddress)
  return (await send<{ id: string }>(shop, add)).id
}

/** Raises and lowers prices of popular products until `signal`; returns the number of edits. */
async function editPrices(shop: Shop, products: Product[], signal: AbortSignal): Promise<number> {
  const login = request('POST', '/api/auth/login', {}, owner)
  const { accessToken } = await send<{ accessToken: string }>(shop, login)
  const headers = { authorization: `Bearer ${accessToken}` }
  const wanted = zipf(products)
  let edited = 0
  while (!signal.aborted) {
    const due = performance.now() + 1_000 / edits
    const change = {
      kind: 'price',
      by: { unit: 'dollars', value: edited % 2 === 0 ? 10 : -10 },
    }
    const ids = [wanted().id]
    const plan = await send<{ products: { id: string; version: number }[] }>(
      shop,
      request('POST', '/api/admin/products/bulk/preview', headers, { ids, change }),
    )
    const [{ id, version } = { id: '', version: 0 }] = plan.products
    const apply = { products: [{ id, version }], change }
    await send(shop, request('POST', '/api/admin/products/bulk', headers, apply))
    edited += 1
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
  return edited
}

function report(
  { groups, perSecond }: Awaited<ReturnType<typeof load.ask>>,
  edited: number,
  memory: number,
) {
  const lines = Object.entries(groups)
  const shown = lines.filter(([group]) => group !== 'cart' && group !== 'order')
  const sum = (of: typeof lines, key: 'answers' | 'hits') =>
    of.reduce((total, [, line]) => total + line[key], 0)
  const ratio = sum(shown, 'hits') / sum(shown, 'answers')
  const pages = lines.filter(([group]) => group.endsWith('page'))
  const slowest = Math.max(...pages.map(([, line]) => line.p99))
  const megabytes = memory / 1024 ** 2
  const table = [
    ['Asked for', 'A second', 'Kept', 'p50', 'p95', 'p99', 'Answers by status'],
    ...lines.map(([group, { answers, hits, perSecond: each, p50, p95, p99, statuses }]) => [
      group,
      each.toFixed(0),
      group === 'cart' || group === 'order' ? '' : `${((100 * hits) / answers).toFixed(1)} %`,
      ...[p50, p95, p99].map((value) => value.toFixed(1)),
      Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
    ]),
  ]
  const aims = [
    aim('Hit ratio of pages and JSON', '≥ 95 %', `${(100 * ratio).toFixed(1)} %`, ratio / 0.95),
    aim('p99 of the slowest kind of page', '≤ 50 ms', `${slowest.toFixed(1)} ms`, 50 / slowest),
    aim('Memory of the server', '≤ 400 MB', `${Math.round(megabytes)} MB`, 400 / megabytes),
  ]
  const summary = `${size.toLocaleString('en-US')} products, ${connections} connections, ${perSecond.toFixed(0)} answers a second, ${edited} price edits, ${values['warm-up']} s of warming up and ${values.seconds} s measured.`
  console.log(`${summary}\n\n${toText(table)}\n\n${toText(aimTable(aims))}`)
  const file = record(
    new URL('results/', import.meta.url),
    { json: 'busy-day.json', markdown: 'busy-day.md' },
    { machine, aims, memory, edited, perSecond, groups },
    `${[
      '# A busy day',
      `Measured ${machine.at.slice(0, 10)} with \`npm run bench:busy\` on ${machineInWords(machine)}. ${summary} How to read it: [docs/performance.md](../../docs/performance.md).`,
      toMarkdown(table),
      '## Aims',
      toMarkdown(aimTable(aims)),
    ].join('\n\n')}\n`,
  )
  console.log(`\nRecorded in ${file}`)
}
