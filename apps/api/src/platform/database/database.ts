import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../database/types.ts'
import { trackPool } from '../metrics/metrics.ts'
import { openPool, openUnpreparedPool, sessionOptions, silenceMilliseconds } from './open-pool.ts'

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
  /** Connections that keep their session between statements, for session locks. */
  sessions: Kysely<DB>
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
   * Runs `work` in a transaction whose statements are prepared by their text, for the transactions
   * that shoppers wait for. Texts that vary, such as lists of parameters, do not belong there.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /**
   * The same, but sends the commit together with the statement that `work`
   * returns: its locks are released without a round trip to this process. The statement must fail
   * by itself if the transaction must not be committed. Gives its first row.
   */
  commitWith<Row extends pg.QueryResultRow>(
    work: (tx: QuickTransaction) => Promise<Statement>,
  ): Promise<Row | undefined>
  close(): Promise<void>
}

/** Session locks are few and rare. */
const mostSessions = 2

interface DatabaseOptions {
  url: string
  /** The name of the database in the metrics. */
  name?: string
  /**
   * The server itself, where `url` leads to a pooler that lends its connections for one transaction
   * only: then no statement is prepared and nothing relies on the session.
   */
  directUrl?: string | undefined
  poolSize?: number
  /** Whether commits wait until they are on disk; true by default. */
  waitsForDisk?: boolean
  /** Whether a connection is ended when its server does not answer for longer than a statement takes. */
  endsSilent?: boolean
  /** Called for connections that break while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void
}

/** Opens a pool of connections to the PostgreSQL at `url`. It connects with the first query. */
export function openDatabase({
  url,
  name = 'main',
  directUrl,
  poolSize = 10,
  waitsForDisk = true,
  endsSilent = false,
  onIdleError,
}: DatabaseOptions): Database {
  const isPooled = directUrl !== undefined
  const options = sessionOptions(waitsForDisk ? {} : { synchronous_commit: 'off' })
  const silence = endsSilent ? silenceMilliseconds : 0
  const manner = { max: poolSize, pipeline: true, silence }
  // A pooler refuses `options`; there the role has the settings (`settleRole`).
  const pool = isPooled ? openUnpreparedPool(url, manner) : openPool(url, { ...manner, options })
  pool.on('error', (error) => onIdleError?.(error))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const sessionPool = openPool(directUrl ?? url, { max: mostSessions, options })
  sessionPool.on('error', (error) => onIdleError?.(error))
  trackPool(name, pool)
  trackPool(`${name}-sessions`, sessionPool)
  const sessions = new Kysely<DB>({ dialect: new PostgresDialect({ pool: sessionPool }) })

  return {
    pool,
    kysely,
    sessions,
    async prepared<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
      const { rows } = await pool.query<Row>({ name, text, values })
      return rows
    },
    transaction(work) {
      return onClient(pool, async (client) => {
        const begun = client.query('begin')
        const [result] = await Promise.all([work(quickTransactionOn(client).kysely), begun])
        await client.query('commit')
        return result
      })
    },
    commitWith<Row extends pg.QueryResultRow>(work: (tx: QuickTransaction) => Promise<Statement>) {
      return onClient(pool, async (client) => {
        const begun = client.query('begin')
        const [last] = await Promise.all([work(quickTransactionOn(client)), begun])
        const [{ rows }] = await Promise.all([client.query<Row>(last), client.query('commit')])
        return rows[0]
      })
    },
    async close() {
      await Promise.all([kysely.destroy(), sessions.destroy()])
      // Kysely leaves a pool open that it has not used.
      await Promise.all([pool, sessionPool].filter(({ ending }) => !ending).map((one) => one.end()))
    },
  }
}

/** Lends a connection for a transaction, which ends with `work`. */
async function onClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    // A commit after a failed statement is a rollback: there may be nothing left to roll back.
    const isOver = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isOver)
    throw error
  }
}

const transactions = new WeakMap<pg.PoolClient, QuickTransaction>()

function quickTransactionOn(client: pg.PoolClient): QuickTransaction {
  let transaction = transactions.get(client)
  if (!transaction) {
    const connection = {
      query: (text: string, values: unknown[]) =>
        client.query({ name: nameOfStatement(text), text, values }),
      release() {},
    }
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

const statementNames = new Map<string, string>()

/** A connection keeps each prepared statement; beyond this many, texts that vary were forgotten. */
const mostStatements = 200

/**
 * The name under which a statement is prepared; undefined if there are too many already, or if it
 * may return columns that it does not list: PostgreSQL rejects it once a migration has added one.
 */
export function nameOfStatement(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size === mostStatements || returnsUnlisted(text)) return known
  const name = `statement_${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** Whether a statement selects or returns `*`; columns that a change only reads do not count. */
function returnsUnlisted(text: string): boolean {
  const isChange = /^\s*(insert|update|delete)\b/i.test(text)
  const returned = isChange ? (/\breturning\b.*/is.exec(text)?.[0] ?? '') : text
  return /[\s.]\*/.test(returned)
}

/** Text for a `like` pattern, with `%`, `_` and backslashes escaped. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A `like` pattern that finds `text` anywhere in lower-case text. */
export function containing(text: string): string {
  return `%${escapeLike(text.toLowerCase())}%`
}

/** Whether `variant v` of `product p` can be bought at an instant, once it is in stock. */
export function isInShop(at: Date): RawBuilder<boolean> {
  return sql`(v.is_enabled and v.deleted_at is null
    and is_published(p.deleted_at, p.published_at, p.withdraws_at, ${at}))`
}
