import { sql } from 'kysely'
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
