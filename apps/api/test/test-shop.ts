import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorEnvelope } from '@solvane/contract/endpoint'
import { type Endpoints, endpoints } from '@solvane/contract/endpoints'
import { apiPrefix, type EndpointName } from '@solvane/contract/paths'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { z } from 'zod'
import { insertDefaults } from '../database/defaults/default-content.ts'
import { seedDemo } from '../database/seed/seed-demo.ts'
import { buildApp } from '../src/app.ts'
import type { AppContext } from '../src/context.ts'
import { openPaymentProviders } from '../src/features/payments/open-payment-providers.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { listenForChanges } from '../src/platform/database/changes.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { databaseUrls } from '../src/platform/database/database-urls.ts'
import { databaseProblem } from '../src/platform/database/operations.queries.ts'
import { openReplica } from '../src/platform/database/replica.ts'
import { openJobs } from '../src/platform/jobs/jobs.ts'
import { openRateLimits } from '../src/platform/rate-limit/rate-limits.ts'
import { openRealtime } from '../src/platform/realtime/realtime.ts'
import { openServices } from '../src/platform/services/services.ts'
import { openStorage } from '../src/platform/storage/open-storage.ts'
import { registerJobs } from '../src/register-jobs.ts'
import { lowerPasswordCost } from './password-cost.ts'
import { createTestDatabase } from './test-database.ts'

type Query = Record<string, string | number | boolean>

export interface TestShop {
  app: FastifyInstance
  ctx: AppContext
  databaseUrl: string
  /** Sets the time that use cases see, and stops it there; null lets it go on as everywhere. */
  setTime(now: Date | null): void
  /** Sends a request through HTTP, checks the response against the contract and returns it. */
  call<Name extends EndpointName>(
    name: Name,
    input?: {
      params?: Record<string, string>
      query?: Query
      body?: unknown
      headers?: Record<string, string>
    },
  ): Promise<z.output<Endpoints[Name]['response']>>
  /** Resolves when every change written until now has been received. */
  changesReceived(): Promise<void>
  close(): Promise<void>
}

lowerPasswordCost()

/** A multiplier that keeps limits out of the tests that are not about them. */
const noLimits = '100000'

export interface TestShopOptions {
  /** Leaves the demo store out. */
  empty?: boolean
  cache?: boolean
  /** Another process of that shop: on the same database, closed before it. */
  beside?: TestShop
  /** The URL of a migrated database of the caller's own. */
  databaseUrl?: string
  /** Opens it as `npm run dev` does. */
  development?: boolean
  /** The shop's log. */
  log?: AppContext['log']
  services?: AppContext['services']
  /** Settings of the environment; `RATE_LIMIT_MULTIPLIER` is large unless it is given. */
  settings?: Record<string, string>
}

/** A shop of the test's own, with the demo store in it unless `empty`. */
export async function openTestShop({
  empty = false,
  cache = true,
  beside,
  databaseUrl = beside?.databaseUrl,
  development = false,
  log: given,
  services: givenServices,
  settings = {},
}: TestShopOptions = {}): Promise<TestShop> {
  let lastError: string | undefined
  const write = (line: string) => {
    lastError = line
  }
  const log = given ?? pino({ level: 'error' }, { write })
  const services = givenServices ?? openServices(log)
  const database = databaseUrl
    ? { url: databaseUrl, drop: async () => {} }
    : await createTestDatabase(empty ? 'migrated' : 'demo')
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-shop-'))
  const db = openDatabase({ url: database.url, poolSize: 4 })
  // The caller's own database has no demo store in it yet.
  if (databaseUrl && !beside && !empty) await seedDemo(db.pool, new Date())
  await insertDefaults(db.pool)
  services.checkDatabaseBy(() => databaseProblem(db.pool))
  const changes = await listenForChanges(database.url, () => {})
  const config = loadConfig(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      CACHE: cache ? 'on' : 'off',
      PREPARE_PICTURES: 'off',
      RATE_LIMIT_MULTIPLIER: noLimits,
      ...settings,
    },
    { development },
  )
  const replica = openReplica({
    urls: databaseUrls(config),
    primary: db,
    changes,
    poolSize: 4,
    onState: () => {},
  })
  const jobs = await openJobs({ url: database.url, works: true, onError: () => {} })
  const realtime = openRealtime(database.url, () => {})
  let now: Date | null = null
  const clock = { now: () => now ?? new Date() }
  const ctx: AppContext = {
    config,
    db,
    replica,
    changes,
    jobs,
    limits: openRateLimits(db, config.rateLimitMultiplier),
    realtime,
    payments: await openPaymentProviders({ config, db, clock, services }),
    storage: await openStorage(config, services),
    clock,
    log,
    services,
  }
  const app = await buildApp(ctx, { pages: false })
  await registerJobs(ctx)
  // Payments are simulated by the shop itself, and reach it as others would.
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    ctx,
    databaseUrl: database.url,
    setTime: (time) => {
      now = time
    },
    async call(name, { params = {}, query = {}, body, headers = {} } = {}) {
      const { method, path, response } = endpoints[name]
      const sent = { host: new URL(config.publicUrl).host, ...headers }
      const url = path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? ''))
      const answer = await app.inject({
        method,
        url: apiPrefix + url,
        query: Object.fromEntries(
          Object.entries(query).map(([key, value]) => [key, String(value)]),
        ),
        headers: sent,
        ...(body !== undefined && {
          payload: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...sent },
        }),
      })
      // The response to an internal error does not say what failed; the log does.
      const cause = answer.statusCode === 500 ? lastError : undefined
      return readAnswer(name, answer.statusCode, answer.json(), {
        schema: response,
        cause,
      }) as never
    },
    async changesReceived() {
      const received = Promise.withResolvers<void>()
      const mark = `product:${crypto.randomUUID()}` as const
      changes.onChange((tag) => tag === mark && received.resolve())
      await db.pool.query(`select pg_notify('changes', $1)`, [mark])
      await received.promise
    },
    async close() {
      await app.close()
      services.close()
      await jobs.close()
      await realtime.close()
      await replica.close()
      await changes.close()
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
      await database.drop()
    },
  }
}

function readAnswer(
  name: string,
  status: number,
  body: unknown,
  { schema, cause }: { schema: z.ZodType; cause: string | undefined },
): unknown {
  if (status >= 400) {
    const error = new Error(`${name}: ${status}`, { cause })
    throw Object.assign(error, { status, ...errorEnvelope.parse(body) })
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success)
    throw new Error(`${name} breaks the contract: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
