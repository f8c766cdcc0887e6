import { type FloorWrite, floorRows } from './floor-rows.ts'
import type { LoadRequest } from './load.ts'
import { startWorker, type Worker } from './worker.ts'

/** The database to write to. */
export interface WriteFloorOrder {
  url: string
}

/** The path of each write; the id of a row follows. */
export const writePaths = { update: '/update', 'insert and update': '/insert-and-update' } as const

/** Starts the minimal writing server: send it the database, and it replies with its port. */
export function startWriteFloor(): Worker<WriteFloorOrder, number> {
  return startWorker(new URL('write-floor-server.ts', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/** Requests for the write to each row in turn. */
export function writeRequests(does: FloorWrite): LoadRequest[] {
  return Array.from({ length: floorRows }, (_, id) => ({
    method: 'POST',
    path: `${writePaths[does]}/${id}`,
  }))
}
