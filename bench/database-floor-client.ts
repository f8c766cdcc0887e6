// The minimum cost of a database request through a pool like the shop's: `select 1`, an update of
// one row by its key in one statement, or an insert and an update in a transaction.
import { type Database, openDatabase } from '../apps/api/src/platform/database/database.ts'
import type { DatabaseOrder } from './database-floor.ts'
import { changeRow, makeFloorRows, writeOnce } from './floor-rows.ts'
import { startStopwatch } from './stopwatch.ts'

let opened: { url: string; db: Database } | undefined

process.on('message', async ({ url, does, connections, seconds }: DatabaseOrder) => {
  const db = await openOnce(url)
  const loops = Array.from({ length: connections }, (_, index) => index)
  // Connecting is not measured.
  await Promise.all(loops.map(() => db.pool.query('select 1')))
  const stopwatch = startStopwatch()
  const end = performance.now() + seconds * 1_000
  async function client(index: number) {
    for (let now = performance.now(); now < end; ) {
      if (does === 'nothing') await db.pool.query('select 1')
      else if (does === 'update') await changeRow(db, index)
      else await writeOnce(db, does, index)
      now = stopwatch.answered(now, 0)
    }
  }
  await Promise.all(loops.map(client))
  process.send?.(stopwatch.result())
})

/** One pool per database: the server frees closed connections late. */
async function openOnce(url: string): Promise<Database> {
  if (opened?.url !== url) {
    await opened?.db.close()
    opened = { url, db: openDatabase({ url }) }
    await makeFloorRows(opened.db)
  }
  return opened.db
}
