// The least that an answer from the database can cost, through a pool like the shop's: `select 1`, one
// row changed by its key in a transaction of its own, or one row added and one changed in a transaction.
import { type Database, openDatabase } from '../apps/api/src/platform/database/database.ts'
import type { DatabaseOrder } from './database-floor.ts'
import { startStopwatch } from './stopwatch.ts'

let opened: { url: string; db: Database } | undefined

process.on('message', async ({ url, does, connections, seconds }: DatabaseOrder) => {
  const db = await openOnce(url)
  if (does !== 'nothing') await makeRows(db, connections)
  const loops = Array.from({ length: connections }, (_, index) => index)
  // Connecting is not measured.
  await Promise.all(loops.map(() => db.pool.query('select 1')))
  const stopwatch = startStopwatch()
  const end = performance.now() + seconds * 1_000
  const update = { name: 'floor', text: 'update bench.floor set n = n + 1 where id = $1' }
  async function visitor(index: number) {
    for (let now = performance.now(); now < end; ) {
      if (does === 'nothing') await db.pool.query('select 1')
      else if (does === 'update') await db.prepared(update.name, update.text, [index])
      else
        await db.commitWith(async (tx) => {
          const insert = 'insert into bench.added (n) values ($1)'
          await tx.prepared('floor_add', insert, [index])
          return { ...update, values: [index] }
        })
      now = stopwatch.answered(now, 0)
    }
  }
  await Promise.all(loops.map(visitor))
  process.send?.(stopwatch.result())
})

/** One pool for all that is asked of a database: its server frees the places of closed ones late. */
async function openOnce(url: string): Promise<Database> {
  if (opened?.url !== url) {
    await opened?.db.close()
    opened = { url, db: openDatabase({ url }) }
  }
  return opened.db
}

/** A row for each visitor: nobody waits for another's. */
async function makeRows(db: Database, count: number) {
  await db.pool.query('create schema if not exists bench')
  await db.pool.query(
    'create table if not exists bench.floor (id integer primary key, n bigint not null) with (fillfactor = 80)',
  )
  await db.pool.query(
    'create table if not exists bench.added (id bigint generated always as identity primary key, n bigint not null)',
  )
  await db.pool.query(
    'insert into bench.floor select id, 0 from generate_series(0, $1::integer - 1) id on conflict do nothing',
    [count],
  )
}
