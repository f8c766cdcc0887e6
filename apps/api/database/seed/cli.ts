import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/platform/config/config.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import {
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { reachDatabase } from '../../src/platform/database/reach-database.ts'
import { createLifecycle } from '../../src/platform/process/lifecycle.ts'
import { StartupError } from '../../src/platform/process/startup-error.ts'
import { createSteps } from '../../src/platform/process/steps.mjs'
import { generateProducts } from './generate-products.ts'
import { seedHouse } from './seed-house.ts'

const CLOSE_MILLISECONDS = 2_400
const MOST_PRODUCTS = 5_000_000
/** So many lines tell how far it is. */
const PROGRESS_LINES = 10

const steps = createSteps()
const lifecycle = createLifecycle({ exit: (code) => process.exit(code), onError: console.error })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => lifecycle.stop(130))
}

await fill(readCount(process.argv.slice(2))).then(() => lifecycle.stop(0), fail)

function fail(error: unknown) {
  // What breaks while everything is being closed is no news.
  if (lifecycle.isStopping()) return
  console.error(error instanceof StartupError ? `\n${error.message}` : error)
  lifecycle.stop(1)
}

/** How many further products are asked for; none when nothing is said. */
function readCount(args: string[]): number {
  const usage = 'Use it as: npm run seed -- --products 20000'
  try {
    const { values } = parseArgs({ args, options: { products: { type: 'string', default: '0' } } })
    const count = Number(values.products)
    if (/^\d+$/.test(values.products) && count <= MOST_PRODUCTS) return count
  } catch (error) {
    refuse(`${error instanceof Error ? error.message : error}. ${usage}`)
  }
  return refuse(`--products must be a whole number from 0 to ${MOST_PRODUCTS}. ${usage}`)
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

async function fill(count: number) {
  const config = loadConfig(process.env)
  if (config.mode === 'production') {
    throw new StartupError('Nothing is seeded in production: unset NODE_ENV to fill a demo house.')
  }
  // Also while the shop is open on the same data folder.
  const running = config.databaseUrl ?? runningEmbeddedPostgres(config.dataDir)
  const url = running ?? (await startPostgres(config.dataDir))
  if (config.databaseUrl) await steps.run('Reaching the database', () => reachDatabase(url))
  await steps.run('Applying migrations', () => migrate(url))
  const db = openDatabase({ url, onIdleError: fail })
  // The shop's limit for one statement is made for pages; cleaning up after a million rows takes longer.
  db.pool.on('connect', (client) => void client.query('set statement_timeout = 0').catch(fail))
  lifecycle.onStop(() => db.close(), CLOSE_MILLISECONDS)
  await steps.run('Seeding the demo house', () => seedHouse(db.pool, new Date()))
  if (count === 0) return
  let next = count / PROGRESS_LINES
  await steps.run(`Making ${count} further products`, () =>
    generateProducts(db.pool, count, new Date(), (done) => {
      if (done < next || done === count) return
      next = done + count / PROGRESS_LINES
      steps.note(`${done} of ${count}`)
    }),
  )
}

async function startPostgres(dataDir: string): Promise<string> {
  const started = steps.run('Starting PostgreSQL', () =>
    startEmbeddedPostgres({ dataDir, log: steps.note }),
  )
  lifecycle.onStop(
    () => started.then((postgres) => postgres.stop()).catch(() => {}),
    CLOSE_MILLISECONDS,
  )
  const { url, died } = await started
  died.then((sentence) => fail(new StartupError(sentence)))
  return url
}
