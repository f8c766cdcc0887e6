import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { runningEmbeddedPostgres } from '@solvane/embedded-postgres'
import { repositoryFolder } from '../scripts/repository.mjs'
import { SHOP_ENVIRONMENT } from '../scripts/runtime.mjs'
import { startWorker } from './worker.ts'

/** Counters of the shop's process since its start. */
export interface ShopCounters {
  /** Statements sent to the database. */
  statements: number
  cpuSeconds: number
  /** Current memory in bytes. */
  memory: number
}

/** The real shop, in a separate process. */
export interface Shop {
  /** Its URL, without a trailing slash. */
  url: string
  port: number
  /** The URL of its database. */
  databaseUrl: string
  counters(): Promise<ShopCounters>
  stop(): Promise<void>
  /** Kills it together with its database. */
  kill(): Promise<void>
}

const main = new URL('../apps/api/src/main.ts', import.meta.url)
const probe = new URL('shop-probe.ts', import.meta.url)
const host = '127.0.0.1'

/**
 * Starts the shop as `npm start` does, on an existing data folder; with `cache` off every answer is
 * computed. On a free port by default.
 */
export async function startShop({
  dataDir,
  cache,
  port: givenPort,
  settings = {},
}: {
  dataDir: string
  cache: boolean
  port?: number
  /** Besides, and instead of, those that the benchmark needs. */
  settings?: Record<string, string>
}): Promise<Shop> {
  const port = givenPort ?? (await freePort())
  const url = `http://${host}:${port}`
  const opened = Promise.withResolvers<void>()
  const worker = startWorker<'counters', ShopCounters>(main, {
    cwd: repositoryFolder,
    execArgv: ['--import', probe.href],
    env: {
      ...SHOP_ENVIRONMENT,
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      HOST: host,
      PORT: String(port),
      PUBLIC_URL: url,
      CACHE: cache ? 'on' : 'off',
      PREPARE_PICTURES: 'off',
      RATE_LIMIT_MULTIPLIER: '1000000',
      ...settings,
    },
    onOutput(text) {
      if (text.includes('is open at')) opened.resolve()
    },
  })
  await Promise.race([opened.promise, worker.ended])
  const databaseUrl = runningEmbeddedPostgres(dataDir)
  if (databaseUrl === undefined) throw new Error(`No database runs on ${dataDir}`)
  return {
    url,
    port,
    databaseUrl,
    counters: () => worker.ask('counters'),
    stop: worker.stop,
    kill: worker.kill,
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
