import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import { hashPassword } from '../apps/api/src/features/auth/secrets.ts'
import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import { type Aim, aim } from './aims.ts'
import {
  browserHeaders,
  type GroupResult,
  idToCome,
  type LoadRequest,
  type LoadResult,
  startLoad,
} from './load.ts'
import type { TakenMail } from './mail-server.ts'
import { addressOf } from './order-rows.ts'
import { postgresCpuSeconds } from './postgres-cpu.ts'
import { type Shop, startShop } from './shop.ts'
import { confirmEmails, request, sampleVariants, signInShoppers } from './shoppers.ts'
import { type Table, whole } from './tables.ts'
import { startWorker } from './worker.ts'
import { startWriteFloor, writeRequests } from './write-floor.ts'

/** A second of measuring; in a long run few of them have many orders under way. */
const shoppersPerSecond = 8
const productsInTurn = 150
const connections = 32
/** The share of the measured time that is added for warming up, and for each round of the floor. */
const warmUpShare = 1 / 6
/** How long the queue may take to be empty, in milliseconds. */
const longestDrain = 60_000
const emailsOfOrder = ['order-placed', 'order-accepted']

/** As in production, where React also renders e-mails faster than in development. */
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'embedded',
  CONTACT_URL: 'https://shop.example/contact',
  COD_MAX_TOTAL: 'none',
}

/** Whole orders: added to the cart, previewed, placed, accepted for cash on delivery. */
export interface FlowMeasured {
  flow: LoadResult
  /** Each request of a flow, and starting cash on delivery at one connection. */
  requests: Record<string, GroupResult>
  startAlone: LoadResult
  /** Per flow, with the jobs that are done meanwhile. */
  statements: number
  cpuMicroseconds: number
  /** Of PostgreSQL's processes; NaN where the system does not say. */
  postgresMicroseconds: number
  /** A route that adds one row and changes one, before and after. */
  floorPerSecond: number
  orders: number
  /** Seconds until no job and no e-mail was waiting; Infinity if that took too long. */
  drainSeconds: number
  /** Processor time of the shop's process in that time. */
  drainCpuSeconds: number
  emails: number
  /** E-mails that an order lacks, has twice, or that reached the mail server not exactly once. */
  wrongEmails: number
}

/** Measures whole orders in the shop in `dataDir`, with a mail server and commits on disk. */
export async function measureOrderFlow(dataDir: string, seconds: number): Promise<FlowMeasured> {
  const mail = startWorker<'taken', TakenMail>(new URL('mail-server.ts', import.meta.url))
  const load = startLoad()
  const floor = startWriteFloor()
  const { port } = await mail.ask('taken')
  await replaceDemoPasswords(dataDir)
  const settings = { ...production, SMTP_URL: `smtp://127.0.0.1:${port}` }
  const shop = await startShop({ dataDir, cache: true, settings })
  try {
    const requests = await makeFlows(shop, Math.max(64, Math.ceil(seconds * shoppersPerSecond)))
    const order = { port: shop.port, requests, headers: browserHeaders, connections }
    const floorPort = await floor.ask({ url: shop.databaseUrl })
    const askFloor = async () => {
      const { perSecond } = await load.ask({
        ...order,
        port: floorPort,
        requests: writeRequests('insert and update'),
        seconds: seconds * warmUpShare,
      })
      return perSecond
    }
    const since = await readTime(shop)
    await load.ask({ ...order, seconds: seconds * warmUpShare })
    await drain(shop, since)
    const alone = await load.ask({ ...order, connections: 1, seconds: seconds * warmUpShare })
    await drain(shop, since)
    const floorBefore = await askFloor()

    const before = await shop.counters()
    const postgresBefore = postgresCpuSeconds(dataDir)
    const { groups, ...flow } = await load.ask({ ...order, seconds })
    const after = await shop.counters()
    const postgresAfter = postgresCpuSeconds(dataDir)
    const drainSeconds = await drain(shop, since)
    const drained = await shop.counters()
    const { taken } = await mail.ask('taken')
    return {
      flow,
      requests: groups,
      startAlone: alone.groups[starting] as GroupResult,
      statements: (after.statements - before.statements) / flow.answers,
      cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / flow.answers,
      postgresMicroseconds: ((postgresAfter - postgresBefore) * 1e6) / flow.answers,
      drainSeconds,
      drainCpuSeconds: drained.cpuSeconds - after.cpuSeconds,
      ...(await checkEmails(shop, since, taken)),
      floorPerSecond: (floorBefore + (await askFloor())) / 2,
    }
  } finally {
    await Promise.all([shop.stop(), mail.stop(), load.stop(), floor.stop()])
  }
}

const starting = 'start cash on delivery'

/** In production the shop rejects accounts with the demo store's passwords. */
async function replaceDemoPasswords(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    await ask(
      { databaseUrl: postgres.url },
      `update users set password_hash = $1 where email in ('shopper@example.com', 'admin@example.com')`,
      [await hashPassword(randomUUID())],
    )
  } finally {
    await postgres.stop()
  }
}

async function makeFlows(shop: Shop, count: number): Promise<LoadRequest[]> {
  const shoppers = await signInShoppers(shop, count)
  await confirmEmails(shop)
  await deliverEarlierOrders(shop)
  const variants = await sampleVariants(shop, productsInTurn)
  return Promise.all(
    shoppers.map(async (shopper, index) => {
      const addressId = await addressOf(shop, shopper)
      const variantId = variants[index % variants.length]?.variantId
      // Uncompressed, so that the id of the order can be read.
      const headers = { ...shopper.headers, 'accept-encoding': 'identity' }
      const items = [{ variantId, quantity: 1 }]
      const placed = { items, addressId, source: 'cart' }
      const paid = { paymentMethod: 'COD' }
      const pay = `/api/payments/initiate/order/${idToCome}`
      return {
        ...request('POST', '/api/cart/items', headers, { variantId }),
        group: 'add to cart',
        followedBy: [
          { ...request('POST', '/api/orders/preview', headers, { items }), group: 'preview' },
          {
            ...request('POST', '/api/orders', headers, placed),
            isOneOfAKind: true as const,
            group: 'place',
          },
          { ...request('POST', pay, headers, paid), group: starting },
        ],
      }
    }),
  )
}

/** Nobody has thousands of orders under way: those of earlier runs are completed. */
async function deliverEarlierOrders(shop: Shop): Promise<void> {
  await ask(
    shop,
    `with paid as (
       update payment set status = 'PAID', captured_cents = amount_cents
       where method = 'COD' and status = 'PENDING' returning order_id
     ) update orders set status = 'COMPLETED' where id in (select order_id from paid)`,
  )
}

/**
 * Waits until no job waits, and no e-mail since `since`; returns the seconds, Infinity after
 * `longestDrain`. Earlier e-mails are of shops without a mail server.
 */
async function drain(shop: Shop, since: Date): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < longestDrain) {
    const [{ waiting } = { waiting: 1 }] = await ask<{ waiting: number }>(
      shop,
      `select (select count(*) from jobs.job where name in ('send-mail', 'payment-changed')
           and state in ('created', 'retry', 'active'))
         + (select count(*) from mail where sent_at is null and dropped_reason is null
           and kind like 'order-%' and created_at >= $1) as waiting`,
      [since],
    )
    if (waiting === 0) return (performance.now() - begun) / 1_000
    await delay(250)
  }
  return Number.POSITIVE_INFINITY
}

async function readTime(shop: Shop): Promise<Date> {
  const [row] = await ask<{ now: Date }>(shop, 'select clock_timestamp() as now')
  return row?.now ?? new Date()
}

/** Counts the orders and e-mails since `since`, and the e-mails that are not there exactly once. */
async function checkEmails(
  shop: Shop,
  since: Date,
  taken: TakenMail['taken'],
): Promise<Pick<FlowMeasured, 'orders' | 'emails' | 'wrongEmails'>> {
  const [{ orders } = { orders: 0 }] = await ask<{ orders: number }>(
    shop,
    `select count(*) as orders from orders where created_at >= $1 and status = 'PROCESSING'`,
    [since],
  )
  const emails = await ask<{ id: string; key: string }>(
    shop,
    `select m.id, m.kind || ' ' || o.id as key
     from orders o join mail m on m.key = o.id::text and m.kind = any ($2)
     where o.created_at >= $1 and o.status = 'PROCESSING'`,
    [since, emailsOfOrder],
  )
  const missing = orders * emailsOfOrder.length - new Set(emails.map(({ key }) => key)).size
  const notOnce = emails.filter(({ id }) => taken[id] !== 1).length
  return { orders, emails: emails.length, wrongEmails: missing + notOnce }
}

async function ask<Row extends object>(
  { databaseUrl }: Pick<Shop, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    return (await db.pool.query<Row>(text, values)).rows
  } finally {
    await db.close()
  }
}

/** The goals of whole orders. */
export function judgeOrderFlow({ flow, startAlone, ...measured }: FlowMeasured): Aim[] {
  const { drainSeconds, wrongEmails, emails } = measured
  const drained = Number.isFinite(drainSeconds) ? `${drainSeconds.toFixed(1)} s` : 'not empty'
  return [
    aim(
      `Order flow, cash on delivery, a second (${connections} at once)`,
      '≥ 120',
      whole(flow.perSecond),
      flow.perSecond / 120,
    ),
    aim('Of those, errors', '0', whole(flow.errors), flow.errors === 0 ? 1 : 0),
    aim('Queue empty after the last order', '≤ 60 s', drained, 60 / drainSeconds),
    aim(
      `Of ${whole(emails)} e-mails, not exactly once`,
      '0',
      whole(wrongEmails),
      wrongEmails === 0 ? 1 : 0,
    ),
    aim(
      'Starting cash on delivery, p50 (1 at once)',
      '≤ 5 ms',
      `${startAlone.p50.toFixed(1)} ms`,
      5 / startAlone.p50,
    ),
  ]
}

/** The measurements of whole orders as a table. */
export function orderFlowTable(measured: FlowMeasured): Table {
  const { flow, requests, startAlone, floorPerSecond } = measured
  const times = ({ p50, p95, p99 }: LoadResult) =>
    [p50, p95, p99].map((value) => `${value.toFixed(1)} ms`).join(', ')
  return [
    ['Order flow, cash on delivery', ''],
    ['A second', flow.perSecond.toFixed(1)],
    [
      'Of a route that adds one row, changes one',
      `${Math.round((100 * flow.perSecond) / floorPerSecond)} %`,
    ],
    ['Flow: p50, p95, p99', times(flow)],
    ...Object.entries(requests).map(([name, each]) => [`Of that, ${name}`, times(each)]),
    [`At one connection, ${starting}`, times(startAlone)],
    ['SQL statements a flow', measured.statements.toFixed(1)],
    ['CPU of the shop, µs a flow', whole(measured.cpuMicroseconds)],
    ['CPU of PostgreSQL, µs a flow', whole(measured.postgresMicroseconds)],
    ['Seconds until the queue was empty', measured.drainSeconds.toFixed(1)],
    ['CPU of the shop meanwhile, s', measured.drainCpuSeconds.toFixed(1)],
  ]
}
