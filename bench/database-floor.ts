import type { LoadResult } from './load.ts'
import { startWorker, type Worker } from './worker.ts'

/** So many loops ask the database at `url` at once, for `seconds`. */
export interface DatabaseOrder {
  url: string
  /**
   * Nothing (`select 1`), one row changed by its key in a transaction of its own, or one row added and
   * one changed in a transaction.
   */
  does: 'nothing' | 'update' | 'insert and update'
  connections: number
  seconds: number
}

/** Starts the process that asks a database for as little as can be. */
export function startDatabaseFloor(): Worker<DatabaseOrder, LoadResult> {
  return startWorker(new URL('database-floor-client.ts', import.meta.url))
}
