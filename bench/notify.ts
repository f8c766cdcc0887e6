// Measures whether NOTIFY is a limit: `node bench/notify.ts`. Four processes listen, as four of the
// shop do, while 32 connections change one row each in a transaction, with a NOTIFY or without.
import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import { median } from './load.ts'
import { prepareShop } from './prepare-shop.ts'
import { startShop } from './shop.ts'
import { startWorker } from './worker.ts'

const connections = 32
const listeners = 4
const rounds = 3
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '4' } } })
const seconds = Number(values.seconds)

const dataDir = await prepareShop(200, { log: console.log })
const shop = await startShop({ dataDir, cache: true })
const processes = Array.from({ length: listeners }, () =>
  startWorker<string, number>(new URL('notify-client.ts', import.meta.url)),
)
const db = openDatabase({ url: shop.databaseUrl, poolSize: connections })
try {
  await db.pool.query('create table if not exists bench_notify (n int primary key, at timestamptz)')
  await db.pool.query(
    `insert into bench_notify select generate_series(1, ${connections}) on conflict do nothing`,
  )
  const alone: number[] = []
  const notifying: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await commits(''))
    notifying.push(await commits(`, pg_notify('changes', 'user:' || gen_random_uuid())`))
  }
  for (const listener of processes) await listener.ask(shop.databaseUrl)
  const received: number[] = []
  const delays: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    received.push(
      await commits(`, pg_notify('bench', extract(epoch from clock_timestamp())::text)`),
    )
    for (const listener of processes) delays.push(await listener.ask(shop.databaseUrl))
  }
  console.log(`Commits a second, ${connections} connections: ${Math.round(median(alone))}`)
  console.log(`with a NOTIFY that the shop receives: ${Math.round(median(notifying))}`)
  console.log(
    `with a NOTIFY that ${listeners} further processes receive: ${Math.round(median(received))}, ` +
      `p99 until received ${Math.round(median(delays))} ms`,
  )
} finally {
  await db.pool.query('drop table if exists bench_notify')
  await db.close()
  for (const listener of processes) await listener.stop()
  await shop.stop()
}

/** Commits a second of a change of one row, with `more` in the answer. */
async function commits(more: string): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let done = 0
  const loop = async (n: number) => {
    while (performance.now() < end) {
      await db.pool.query(
        `update bench_notify set at = now() where n = ${n} returning 1 as row ${more}`,
      )
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => loop(index + 1)))
  return done / seconds
}
