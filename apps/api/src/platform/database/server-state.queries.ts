import { sql } from 'kysely'
import type pg from 'pg'
import type { Queryable } from './database.ts'

export interface ServerState {
  /** The clock of this machine minus that of the database, in seconds. */
  clockSkewSeconds: number
  /** The number of the newest migration. */
  migration: number
}

/** What the database says of its time and its schema. */
export async function readServerState(db: Queryable): Promise<ServerState> {
  const askedAt = Date.now()
  const { rows } = await sql<{ seconds: number; migration: string | null }>`
    select extract(epoch from clock_timestamp())::float8 as seconds,
      (select max(name) from migration) as migration`.execute(db)
  const here = (askedAt + Date.now()) / 2 / 1000
  const [state] = rows
  return {
    clockSkewSeconds: here - (state?.seconds ?? here),
    migration: Number.parseInt(state?.migration ?? '0', 10),
  }
}

/** Why the database takes no writes; null if it takes them. Throws if it does not answer. */
export async function databaseProblem(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ is_read_only: boolean }>(
    "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only",
  )
  return rows[0]?.is_read_only ? 'it can only be read' : null
}
