import type { LoadResult } from './load.ts'
import { startWorker, type Worker } from './worker.ts'

/** So many loops ask the database at `url` at once, for `seconds`. */
export interface DatabaseOrder {
  url: string
  connections: number
  seconds: number
}

/** Starts the process that asks a database for nothing but `select 1`. */
export function startDatabaseFloor(): Worker<DatabaseOrder, LoadResult> {
  return startWorker(new URL('database-floor-client.ts', import.meta.url))
}
