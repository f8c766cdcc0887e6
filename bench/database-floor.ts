import type { FloorWrite } from './floor-rows.ts'
import type { LoadResult } from './load.ts'
import { startWorker, type Worker } from './worker.ts'

/** Queries the database at `url` with concurrent loops for `seconds`: `select 1`, or a write. */
export interface DatabaseOrder {
  url: string
  does: 'nothing' | FloorWrite
  connections: number
  seconds: number
}

/** Starts the process that measures the minimum cost of database requests. */
export function startDatabaseFloor(): Worker<DatabaseOrder, LoadResult> {
  return startWorker(new URL('database-floor-client.ts', import.meta.url))
}
