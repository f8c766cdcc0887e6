// Loaded into the shop's process before the shop (`node --import`): reports to the benchmark how
// many statements were sent to the database, and the resources used.
import pg from 'pg'
import type { ShopCounters } from './shop.ts'

let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  statements += 1
  return Reflect.apply(query, this, args)
} as typeof query

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({
    statements,
    cpuSeconds: (user + system) / 1e6,
    memory: process.memoryUsage.rss(),
  } satisfies ShopCounters)
})
