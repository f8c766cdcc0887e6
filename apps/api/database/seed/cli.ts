import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/platform/config/config.ts'
import { type Command, runCommand } from '../../src/platform/database/run-command.ts'
import { StartupError } from '../../src/platform/process/lifecycle.ts'
import { seedDemoAccounts } from './demo-accounts.ts'
import { generateProducts } from './generate-products.ts'
import { seedDemo } from './seed-demo.ts'

const MOST_PRODUCTS = 5_000_000
/** The number of progress lines. */
const PROGRESS_LINES = 10

const count = readCount(process.argv.slice(2))
await runCommand((command) => fill(command, count))

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

async function fill({ steps, openDatabase, fail }: Command, count: number) {
  const config = loadConfig(process.env)
  if (config.mode === 'production') {
    throw new StartupError('Nothing is seeded in production: unset NODE_ENV to fill a demo store.')
  }
  const db = await openDatabase(config)
  // The shop's limit for one statement is made for pages; cleaning up after a million rows takes longer.
  db.pool.on('connect', (client) => void client.query('set statement_timeout = 0').catch(fail))
  await steps.run('Seeding the demo store', async () => {
    await seedDemo(db.pool, new Date())
    await seedDemoAccounts(db, new Date())
  })
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
