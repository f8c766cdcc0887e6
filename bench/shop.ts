import { fileURLToPath } from 'node:url'
import { runningEmbeddedPostgres } from '../apps/api/src/platform/database/embedded/embedded-postgres.ts'
import { startWorker } from './worker.ts'

/** What the shop's process has done and used since it was started. */
export interface ShopCounters {
  /** Statements sent to the database. */
  statements: number
  cpuSeconds: number
  /** Bytes it has in memory now. */
  memory: number
}

/** The real shop, in a process of its own. */
export interface Shop {
  port: number
  /** Where its database can be reached. */
  databaseUrl: string
  counters(): Promise<ShopCounters>
  stop(): Promise<void>
}

const main = new URL('../apps/api/src/main.ts', import.meta.url)
const probe = new URL('shop-probe.ts', import.meta.url)
const repositoryFolder = fileURLToPath(new URL('..', import.meta.url))

/** Starts the shop as `npm start` does, on a data folder that is filled; `cache` off answers everything anew. */
export async function startShop({
  dataDir,
  cache,
}: {
  dataDir: string
  cache: boolean
}): Promise<Shop> {
  const opened = Promise.withResolvers<number>()
  const worker = startWorker<'counters', ShopCounters>(main, {
    cwd: repositoryFolder,
    execArgv: ['--import', probe.href],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      CACHE: cache ? 'on' : 'off',
      RATE_LIMIT_MULTIPLIER: '1000000',
    },
    onOutput(text) {
      const port = /is open at http:\/\/[^:]+:(\d+)/.exec(text)?.[1]
      if (port) opened.resolve(Number(port))
    },
  })
  const port = await Promise.race([opened.promise, worker.ended])
  const databaseUrl = runningEmbeddedPostgres(dataDir)
  if (databaseUrl === undefined) throw new Error(`No database runs on ${dataDir}`)
  return { port, databaseUrl, counters: () => worker.ask('counters'), stop: worker.stop }
}
