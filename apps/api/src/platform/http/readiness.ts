import type { FastifyInstance } from 'fastify'
import type { Changes } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { findMigrations } from '../database/migrate.ts'
import { isFromOwnNetwork } from './caller.ts'

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
