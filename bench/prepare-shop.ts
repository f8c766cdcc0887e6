import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import pg from 'pg'
import { pictureManifest } from '../apps/api/database/picture-manifest.ts'
import { seedDemoAccounts } from '../apps/api/database/seed/demo-accounts.ts'
import { generateProducts } from '../apps/api/database/seed/generate-products.ts'
import { seedDemo } from '../apps/api/database/seed/seed-demo.ts'
import { openDatabase } from '../apps/api/src/platform/database/database.ts'
import { migrate } from '../apps/api/src/platform/database/migrate.ts'
import { copyProducts } from './copy-products.ts'
import { generateOrders } from './generate-orders.ts'

/** Beyond that they are copied, which is faster. */
const mostGenerated = 200_000
/** Larger ones take long to copy, and a whole run only reads them. */
const mostCopied = 20_000
const cacheFolder = fileURLToPath(new URL('../.cache/bench/', import.meta.url))

/** How a shop is prepared. */
export interface PrepareOptions {
  log: (line: string) => void
  /** Creates it again, after a change of the seed data other than its pictures. */
  fresh?: boolean
  /** Orders of three years besides the products. */
  orders?: number
}

/**
 * Returns a data folder whose shop has `size` products. It is kept between runs, as it was prepared,
 * migrated to the current schema, and recreated if that is impossible.
 */
export async function prepareShop(
  size: number,
  { log, fresh = false, orders = 0 }: PrepareOptions,
): Promise<string> {
  const dataDir = join(cacheFolder, `products-${size}${orders > 0 ? `-orders-${orders}` : ''}`)
  if (fresh) remove(dataDir)
  const wanted = { size, orders }
  if (existsSync(dataDir) && !showsPictures(dataDir)) {
    log(`The pictures have changed: making the shop of ${size} again.`)
    remove(dataDir)
  }
  try {
    await fill(dataDir, wanted, log)
  } catch (error) {
    if (!(error instanceof OutdatedShop)) throw error
    log(`${error.message} Rebuilding it.`)
    remove(dataDir)
    await fill(dataDir, wanted, log)
  }
  return dataDir
}

/** Which pictures the products were made with. */
const picturesOf = createHash('sha1').update(JSON.stringify(pictureManifest)).digest('hex')
const stampOf = (dataDir: string) => join(dataDir, 'pictures-of-products')

function showsPictures(dataDir: string): boolean {
  const stamp = stampOf(dataDir)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === picturesOf
}

/** Reads a shop's files into the system's cache, so that the speed of the disk does not matter. */
export async function readThrough(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = createReadStream(join(entry.parentPath, entry.name), { highWaterMark: 1 << 20 })
    for await (const _ of file);
  }
}

class OutdatedShop extends Error {}

async function fill(
  dataDir: string,
  { size, orders }: { size: number; orders: number },
  log: (line: string) => void,
) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const isCopied = size <= mostCopied && orders === 0
  try {
    if (isCopied) await restore(postgres.url)
    await migrate(postgres.url).catch((error: Error) => {
      throw new OutdatedShop(error.message)
    })
    const db = openDatabase({ url: postgres.url })
    db.pool.on('connect', (client) => void client.query('set statement_timeout = 0'))
    try {
      await seedDemo(db.pool, new Date())
      const { rows } = await db.pool.query<{ number: number }>(
        'select count(*) as number from product',
      )
      const missing = size - (rows[0]?.number ?? 0)
      if (missing < 0) throw new OutdatedShop(`The shop in ${dataDir} has too many products.`)
      if (missing > 0) {
        log(`Making ${missing} products for the shop of ${size}`)
        const generated = Math.min(missing, Math.max(0, mostGenerated - (size - missing)))
        if (generated > 0) await generateProducts(db.pool, generated, new Date(), () => {})
        if (missing > generated) await copyProducts(db.pool, size, log)
      }
      if (orders > 0) {
        await seedDemoAccounts(db, new Date())
        await generateOrders(db.pool, orders, log)
      }
    } finally {
      await db.close()
    }
    if (isCopied) await keep(postgres.url)
    writeFileSync(stampOf(dataDir), picturesOf)
  } finally {
    await postgres.stop()
  }
}

/** The database as it was prepared: no run inherits orders and stock from the one before. */
const prepared = 'prepared'

async function keep(url: string): Promise<void> {
  await beside(url, async (client, name) => {
    if (await isThere(client)) return
    await client.query(`create database ${prepared} template ${name}`)
  })
}

async function restore(url: string): Promise<void> {
  await beside(url, async (client, name) => {
    if (!(await isThere(client))) return
    await client.query(`drop database ${name}`)
    await client.query(`create database ${name} template ${prepared}`)
  })
}

async function isThere(client: pg.Client): Promise<boolean> {
  const found = await client.query('select from pg_database where datname = $1', [prepared])
  return found.rowCount === 1
}

/** Works on the shop's database from another one. */
async function beside(
  url: string,
  work: (client: pg.Client, name: string) => Promise<void>,
): Promise<void> {
  const other = new URL(url)
  const name = other.pathname.slice(1)
  other.pathname = '/postgres'
  const client = new pg.Client({ connectionString: other.href })
  await client.connect()
  try {
    await work(client, name)
  } finally {
    await client.end()
  }
}

function remove(dataDir: string) {
  const postgres = join(dataDir, 'postgres')
  // A link, if PostgreSQL's account cannot enter the data folder.
  if (existsSync(postgres)) rmSync(realpathSync(postgres), { recursive: true })
  rmSync(dataDir, { recursive: true, force: true })
}
