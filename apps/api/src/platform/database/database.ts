import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../database/types.ts'

// Counts and sums are bigint; ours all fit into safe integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The database, or a transaction in it. */
export type Queryable = Kysely<DB> | Transaction<DB>

/** A prepared statement; each `name` must stand for exactly one text. */
export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** A transaction whose statements are sent without waiting for one another. */
export interface QuickTransaction {
  kysely: Queryable
  prepared: Database['prepared']
}

export interface Database {
  pool: pg.Pool
  kysely: Kysely<DB>
  /**
   * Runs a prepared statement: parsed and planned once per connection, for reads on the hot path.
   * Each `name` must stand for exactly one text.
   */
  prepared<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]>
  /**
   * Runs `work` in a transaction and sends the commit together with the statement that `work`
   * returns: its locks are released without a round trip to this process. The statement must fail
   * by itself if the transaction must not be committed.
   */
  commitWith(work: (tx: QuickTransaction) => Promise<Statement>): Promise<void>
  close(): Promise<void>
}

interface DatabaseOptions {
  url: string
  poolSize?: number
  /** Whether commits wait until they are on disk; true by default. */
  waitsForDisk?: boolean
  /** Called for connections that break while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void
}

/** Opens a pool of connections to the PostgreSQL at `url`. It connects with the first query. */
export function openDatabase({
  url,
  poolSize = 10,
  waitsForDisk = true,
  onIdleError,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    pipeline: true,
    options: `-c timezone=UTC -c statement_timeout=30000${waitsForDisk ? '' : ' -c synchronous_commit=off'}`,
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', (error) => onIdleError?.(error))
  // A connection that breaks while in use fails the query on it; without a listener it would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    kysely,
    async prepared<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
      const { rows } = await pool.query<Row>({ name, text, values })
      return rows
    },
    async commitWith(work) {
      const client = await pool.connect()
      try {
        const begun = client.query('begin')
        const [last] = await Promise.all([work(quickTransactionOn(client)), begun])
        await Promise.all([client.query(last), client.query('commit')])
        client.release()
      } catch (error) {
        // A commit after a failed statement is a rollback: there may be nothing left to roll back.
        const isOver = await client.query('rollback').then(
          () => true,
          () => false,
        )
        client.release(!isOver)
        throw error
      }
    },
    async close() {
      await kysely.destroy()
    },
  }
}

const transactions = new WeakMap<pg.PoolClient, QuickTransaction>()

function quickTransactionOn(client: pg.PoolClient): QuickTransaction {
  let transaction = transactions.get(client)
  if (!transaction) {
    const connection = { query: client.query.bind(client), release() {} }
    const pool = { connect: async () => connection, end: async () => {} }
    transaction = {
      kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) }),
      async prepared<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
        const { rows } = await client.query<Row>({ name, text, values })
        return rows
      },
    }
    transactions.set(client, transaction)
  }
  return transaction
}

/** A `like` pattern that finds `text` anywhere in lower-case text; `%` and `_` are escaped. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}
