// Loaded into the shop's process before the shop (`node --import`): answers the bench's question
// how many statements it has sent to the database, and what it has used of the machine.
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
