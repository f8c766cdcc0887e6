import type { FloorWrite } from './floor-rows.ts'
import type { LoadResult } from './load.ts'
import { startWorker, type Worker } from './worker.ts'

/** So many loops ask the database at `url` at once, for `seconds`: for nothing (`select 1`), or to write. */
export interface DatabaseOrder {
  url: string
  does: 'nothing' | FloorWrite
  connections: number
  seconds: number
}

/** Starts the process that asks a database for as little as can be. */
export function startDatabaseFloor(): Worker<DatabaseOrder, LoadResult> {
  return startWorker(new URL('database-floor-client.ts', import.meta.url))
}
