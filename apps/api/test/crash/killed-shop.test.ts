import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  clusterFolder,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@solvane/embedded-postgres'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { brokenRules } from '../ledger-assertions.ts'
import { injectFault, type ProviderFault } from '../stateful/world.ts'
import {
  expectEachEmailDelivered,
  expectMoneyAgreed,
  finishWork,
  freePort,
  stockUp,
} from './crash-assertions.ts'
import { type ExternalServices, openExternalServices } from './external-services.ts'
import { type RetryingShoppers, startShoppers } from './retrying-shoppers.ts'
import { makeShopProcess, type ShopProcess } from './shop-process.ts'

/** `CRASHES=50`: how often the shop, or every third time PostgreSQL, is killed. */
const crashes = Number(process.env.CRASHES ?? 4)
const shopperCount = 6

interface Scene {
  shop: ShopProcess
  outside: ExternalServices
  shoppers: RetryingShoppers
  /** The database since the last start. */
  pool(): pg.Pool
  dataDir: string
}

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/**
 * Starts the shop as `npm start` does, with shoppers using it; with the embedded PostgreSQL or an
 * external one.
 */
async function setScene({ isPostgresItsOwn }: { isPostgresItsOwn: boolean }): Promise<Scene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-crash-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  // When root runs the tests, PostgreSQL's own account must be able to enter.
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const outside = await openExternalServices(url, dataDir)
  cleanUps.push(outside.close)
  const postgres = isPostgresItsOwn
    ? null
    : await startEmbeddedPostgres({ dataDir, log: () => {}, durability: 'safe' })
  if (postgres) cleanUps.push(postgres.stop)
  const shop = makeShopProcess({
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...outside.settings,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
  })
  cleanUps.push(shop.stop)
  await shop.start()
  const pools = new Map<string, pg.Pool>()
  cleanUps.push(() => Promise.all([...pools.values()].map((pool) => pool.end())))
  const pool = () => {
    const address = postgres?.url ?? runningEmbeddedPostgres(dataDir)
    if (!address) throw new Error('No database runs')
    const known = pools.get(address)
    if (known) return known
    const opened = new pg.Pool({ connectionString: address, max: 2 })
    opened.on('error', () => {})
    pools.set(address, opened)
    return opened
  }
  const variants = await stockUp(pool())
  const shoppers = await startShoppers(url, outside, {
    count: shopperCount,
    variants,
    makeStaff: (email) =>
      pool().query(`update users set role = 'ADMIN', staff_role = 'OWNER' where email = $1`, [
        email,
      ]),
  })
  return { shop, outside, shoppers, pool, dataDir }
}

/**
 * Expects all work to be finished and all records to be complete and balanced; returns a summary.
 */
async function expectNothingLost({ shop, outside, shoppers, pool }: Scene): Promise<string> {
  for (const { faults } of [outside.stripe, outside.paypal]) faults.clear()
  // Until all payments and refunds have been processed, however slow the machine is.
  await expect
    .poll(
      async () => {
        const refunds = await pool().query<{ status: string }>('select status from refund')
        return refunds.rows.map(({ status }) => status)
      },
      { timeout: 120_000 },
    )
    .toContain('SUCCEEDED')
  await shoppers.stop()
  await finishWork(pool(), outside, shop.startedAt())
  expect(await brokenRules(pool(), { isAtRest: true })).toEqual([])
  expect(shoppers.confirmed.length).toBeGreaterThan(0)
  for (const { id, request } of shoppers.confirmed) {
    const { status, data } = await shoppers.ask('placeOrder', request)
    expect([status, data?.id]).toEqual([201, id])
  }
  await expectMoneyAgreed(pool(), outside)
  const emails = await expectEachEmailDelivered(pool(), outside, shop.killedAt)
  return `${shoppers.confirmed.length} orders; ${emails}`
}

/** The faults of the providers between two crashes, in turn. */
const faults: ProviderFault[] = [
  'never answers',
  'rejects the credentials',
  'loses the response',
  'fails',
]

/** Kills a process of PostgreSQL, which then restarts all others and recovers from its log. */
async function killPostgres({ shop, pool }: Scene): Promise<void> {
  const bystander = await pool().connect()
  const { rows } = await bystander.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  )
  const [victim] = rows
  if (!victim) throw new Error('Nobody uses the database')
  // All connections end with it.
  const restart = new Promise((resolve) => bystander.once('error', resolve))
  process.kill(victim.pid, 'SIGKILL')
  await restart
  bystander.release(true)
  // An e-mail delivered at that moment may not have been recorded.
  shop.killedAt.push(performance.now())
  await expect
    .poll(
      () =>
        pool()
          .query('select 1')
          .then(
            () => true,
            () => false,
          ),
      { timeout: 60_000 },
    )
    .toBe(true)
}

test(`killed ${crashes} times during orders, payments and refunds, with failing providers, the shop loses nothing and does nothing twice`, {
  timeout: 300_000 + crashes * 30_000,
}, async () => {
  const scene = await setScene({ isPostgresItsOwn: false })
  for (let crash = 0; crash < crashes; crash += 1) {
    // At any moment, even right after its start.
    for (const provider of ['stripe', 'paypal'] as const) {
      const fault = faults[crash % faults.length] ?? 'fails'
      injectFault(scene.outside, { provider, fault, times: fault === 'never answers' ? 1 : 3 })
    }
    await delay(100 + Math.random() * 1_200)
    if (crash % 3 === 2) await killPostgres(scene)
    else {
      await scene.shop.kill()
      await scene.shop.start()
    }
  }
  // The database of a shop that has only just opened.
  await scene.shop.kill()
  await scene.shop.start()
  await killPostgres(scene)
  await expectNothingLost(scene)
})

test('when PostgreSQL is killed the shop exits, and has lost nothing after a restart', {
  timeout: 300_000,
}, async () => {
  const scene = await setScene({ isPostgresItsOwn: true })
  await delay(1_000)
  const cluster = clusterFolder(scene.dataDir)
  const pid = Number(readFileSync(join(cluster ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  expect(await scene.shop.ended()).toContain('PostgreSQL')
  // Until then it could not record the e-mails it sent.
  scene.shop.killedAt.push(performance.now())
  await scene.shop.start()
  await expectNothingLost(scene)
})
