// `select 1` through a pool like the shop's: the least that an answer from the database can cost.
import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import type { DatabaseOrder } from './database-floor.ts'
import { startStopwatch } from './stopwatch.ts'

process.on('message', async ({ url, connections, seconds }: DatabaseOrder) => {
  const db = openDatabase({ url })
  const stopwatch = startStopwatch()
  const end = performance.now() + seconds * 1_000
  async function visitor() {
    for (let now = performance.now(); now < end; ) {
      await db.pool.query('select 1')
      now = stopwatch.answered(now, 0)
    }
  }
  await Promise.all(Array.from({ length: connections }, visitor))
  const result = stopwatch.result()
  await db.close()
  process.send?.(result)
})
