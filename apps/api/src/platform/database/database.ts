import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../database/types.ts'

// Counts and sums come as bigint; none of ours leaves the safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Database {
  pool: pg.Pool
  kysely: Kysely<DB>
  /**
   * Runs a prepared statement: parsed and planned once a connection, for the reads on the hot path.
   * `name` must stand for exactly one text.
   */
  prepared<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]>
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  poolSize?: number
  /** Told of connections that break while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void
}

/** Opens a pool of connections to the PostgreSQL at `url`. Nothing is connected until the first query. */
export function openDatabase({ url, poolSize = 10, onIdleError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    options: '-c timezone=UTC -c statement_timeout=30000',
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', (error) => onIdleError?.(error))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    kysely,
    async prepared<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
      const { rows } = await pool.query<Row>({ name, text, values })
      return rows
    },
    close: () => kysely.destroy(),
  }
}
