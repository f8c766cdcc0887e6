import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppContext } from './context.ts'
import { countReviews } from './features/payments/payments.queries.ts'
import type { Changes } from './platform/database/changes.ts'
import type { Database } from './platform/database/database.ts'
import { findMigrations } from './platform/database/migrate.ts'
import { readQueue, readServerState } from './platform/database/operations.queries.ts'
import { isFromOwnNetwork } from './platform/http/caller.ts'
import { handleError, sendNotFound } from './platform/http/error-handler.ts'
import { requestIdOf, returnRequestIds } from './platform/http/observe-requests.ts'
import { readUnsent } from './platform/mail/outbox.queries.ts'
import { type ReadMetric, serveMetrics } from './platform/metrics/metrics.ts'
import { outageKinds } from './platform/services/services.ts'

/** Serves the health and the metrics of a worker. */
export function buildHealthApp(
  ctx: Pick<AppContext, 'changes' | 'config' | 'db' | 'log' | 'realtime' | 'replica' | 'services'>,
  isStopping: () => boolean,
  warnings: readonly string[] = [],
): FastifyInstance {
  const app = Fastify({
    loggerInstance: ctx.log,
    genReqId: requestIdOf,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    forceCloseConnections: true,
  })
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(sendNotFound)
  returnRequestIds(app)
  serveMetrics(app, readMetrics(ctx))
  serveReadiness(app, { db: ctx.db, changes: ctx.changes, isStopping, warnings })
  return app
}

/** The state of the shop is read from the database this often at most, and not waited for longer. */
const oncePer = { milliseconds: 5_000, timeout: 2_000 }

/** The metrics that are read from the context and, the same in every process, from the database. */
export function readMetrics(
  ctx: Pick<AppContext, 'config' | 'db' | 'realtime' | 'replica' | 'services'>,
): ReadMetric[] {
  const { kysely } = ctx.db
  const server = readSeldom(() => readServerState(kysely), oncePer)
  const queue = readSeldom(() => readQueue(kysely), oncePer)
  const unsent = readSeldom(() => readUnsent(kysely), oncePer)
  const reviews = readSeldom(() => countReviews(kysely), oncePer)

  const ofQueue = (
    name: string,
    help: string,
    count: (state: Awaited<ReturnType<typeof readQueue>>[number]) => number,
  ): ReadMetric => ({
    name,
    help,
    labels: ['kind'],
    read: async () =>
      (await queue()).map((state) => ({ labels: { kind: state.kind }, value: count(state) })),
  })

  return [
    {
      name: 'sockets_open',
      help: 'open web sockets',
      read: () => [{ value: ctx.realtime.io.sockets.sockets.size }],
    },
    {
      name: 'database_replica_read',
      help: 'whether the replica is read: 0 or 1',
      read: () => [{ value: ctx.replica.isCurrent() ? 1 : 0 }],
    },
    {
      name: 'outage',
      help: 'whether a service is unavailable, as far as this process knows: 0 or 1',
      labels: ['service'],
      read() {
        const open = ctx.services.outages()
        return outageKinds.map((service) => ({
          labels: { service },
          value: open.includes(service) ? 1 : 0,
        }))
      },
    },
    {
      name: 'clock_skew_seconds',
      help: 'the clock of this machine minus that of the database',
      read: async () => [{ value: (await server()).clockSkewSeconds }],
    },
    {
      name: 'database_migration',
      help: 'number of the newest migration of the database',
      read: async () => [{ value: (await server()).migration }],
    },
    ofQueue('jobs_waiting', 'jobs that could run now', ({ waiting }) => waiting),
    ofQueue(
      'jobs_oldest_seconds',
      'how long the oldest of them has been waiting',
      ({ oldest_seconds }) => oldest_seconds,
    ),
    ofQueue('jobs_running', 'jobs that run', ({ running }) => running),
    ofQueue('jobs_failed', 'jobs given up within the last hour', ({ failed }) => failed),
    ...(ctx.config.mail.smtpUrl
      ? [
          {
            name: 'emails_unsent',
            help: 'e-mails that are not sent',
            read: async () => [{ value: (await unsent()).count }],
          },
          {
            name: 'emails_oldest_unsent_seconds',
            help: 'how long the oldest of them has been waiting that was never rejected',
            read: async () => [{ value: (await unsent()).oldestSeconds }],
          },
        ]
      : []),
    {
      name: 'payments_under_review',
      help: 'payments that staff must review',
      read: async () => [{ value: await reviews() }],
    },
  ]
}

/**
 * Calls `read` at most once in `milliseconds`, however often it is requested. Rejects if that takes
 * longer than `timeout` milliseconds; meanwhile `read` is not called again.
 */
function readSeldom<Result>(
  read: () => Promise<Result>,
  { milliseconds, timeout }: { milliseconds: number; timeout: number },
): () => Promise<Result> {
  let latest: Promise<Result> | undefined
  let isUnderWay = false
  let validUntil = 0
  return () => {
    if (latest && (isUnderWay || performance.now() < validUntil)) return latest
    validUntil = performance.now() + milliseconds
    isUnderWay = true
    const reading = read().finally(() => {
      isUnderWay = false
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('The database is slow')), timeout)
    latest = Promise.race([reading, late.promise]).finally(() => clearTimeout(timer))
    // Every caller handles the error itself; without this, a rejection without callers would end
    // the process.
    latest.catch(() => {})
    return latest
  }
}

interface ReadinessOptions {
  db: Pick<Database, 'pool'>
  changes: Pick<Changes, 'isConnected'>
  /** Whether the process is about to end. */
  isStopping: () => boolean
  /** Facts for an operator although the process can serve; shown in private networks alone. */
  warnings: readonly string[]
}

/**
 * Serves `/healthz`, whether the process runs at all; `/servingz`, whether it takes requests, which is until it is
 * about to end; and `/readyz`, whether nothing is missing to serve shoppers: 200, or 503 with the problems. A supervisor
 * that restarts processes asks the first, a balancer the second, and monitoring the third: a process without its
 * database still has answers in memory.
 */
export function serveReadiness(
  app: FastifyInstance,
  { db, changes, isStopping, warnings }: ReadinessOptions,
): void {
  const migrations = findMigrations()

  async function problems(): Promise<string[]> {
    if (isStopping()) return ['stopping']
    const { rows } = await db.pool.query<{ is_read_only: boolean; is_migrated: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
        $1::text[] <@ array(select name from migration) as is_migrated`,
      [await migrations],
    )
    const [state] = rows
    return [
      state?.is_read_only ? 'the database can only be read' : '',
      state?.is_migrated ? '' : 'the database lacks a migration',
      changes.isConnected() ? '' : 'changes of other processes are not received',
    ].filter(Boolean)
  }

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/servingz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return isStopping() ? reply.code(503).send({ status: 'stopping' }) : { status: 'serving' }
  })
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const found = await problems().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready')
      return ['the database is unavailable']
    })
    if (found.length === 0) {
      const showsWarnings = warnings.length > 0 && isFromOwnNetwork(request)
      return { status: 'ready', ...(showsWarnings && { warnings }) }
    }
    return reply.code(503).send({ status: 'not ready', problems: found })
  })
}
