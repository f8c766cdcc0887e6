import type { Pool, PoolClient } from 'pg'
import { type CatalogueRows, insertCatalogue, seededTables } from './catalogue-rows.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import { stableId } from './stable-id.ts'

const batchSize = 1_000
const day = 86_400_000

const names = [
  'Adela', 'Agnese', 'Alba', 'Amara', 'Anouk', 'Aurelia', 'Bianca', 'Camille', 'Carla', 'Celia', 'Chiara',
  'Clara', 'Cosima', 'Dalia', 'Delphine', 'Diana', 'Elena', 'Elia', 'Elsa', 'Emilia', 'Estelle', 'Fiora',
  'Flavia', 'Gaia', 'Giada', 'Greta', 'Helena', 'Ines', 'Irene', 'Isaura', 'Jeanne', 'Julia', 'Lara',
  'Lavinia', 'Lea', 'Leonie', 'Lidia', 'Livia', 'Lorena', 'Luce', 'Lucia', 'Maia', 'Margot', 'Marina',
  'Marta', 'Mathilde', 'Mila', 'Mira', 'Nadia', 'Nina', 'Nora', 'Oriane', 'Ottavia', 'Paloma', 'Pia',
  'Rosa', 'Sabine', 'Selene', 'Serena', 'Silvia', 'Solene', 'Sonia', 'Stella', 'Teresa', 'Tullia', 'Vera',
] // biome-ignore format: one list of names

/** Numbers that look random and are the same at every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Adds `count` further products, made from those of the demo store with other names, prices and
 * dates: for measuring at size. Goes on where an earlier run has ended; `report` is called with how many are
 * there after each batch.
 */
export async function generateProducts(
  pool: Pool,
  count: number,
  at: Date,
  report: (done: number) => void,
): Promise<void> {
  const { rows } = await pool.query<{ number: number }>(
    `select count(*) as number from product where identifier like 'further-%'`,
  )
  const first = rows[0]?.number ?? 0
  const patterns = splitByProduct(demoCatalogue(at))
  const makeBatch = (done: number) => {
    const batch = emptyRows()
    for (let index = done; index < Math.min(done + batchSize, count); index += 1)
      addFurther(batch, patterns, first + index, at)
    return batch
  }
  const client = await pool.connect()
  try {
    await gatherSearchWords(client, true)
    let batch = makeBatch(0)
    for (let done = 0; done < count; done += batchSize) {
      const inserting = insertBatch(client, batch)
      // The next one is made while PostgreSQL works.
      batch = makeBatch(done + batchSize)
      await inserting
      report(Math.min(done + batchSize, count))
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await gatherSearchWords(client, false)
    client.release()
  }
  await pool.query(`vacuum (analyze) ${seededTables}`)
}

async function insertBatch(client: PoolClient, batch: CatalogueRows): Promise<void> {
  await client.query('begin')
  // What a crash loses here is made again by running it again.
  await client.query('set local synchronous_commit = off')
  await insertCatalogue(client, batch)
  await client.query('commit')
}

/**
 * Lets the index of words take many products at a time instead of each by itself, which is several
 * times faster; a search goes meanwhile through those that wait. Neither stops a shop that is open.
 * A run that is killed leaves it on, and searches a little slower, until the next has ended.
 */
async function gatherSearchWords(client: PoolClient, isOn: boolean): Promise<void> {
  await client.query(
    isOn
      ? `set work_mem = '64MB'; set gin_pending_list_limit = '16MB'`
      : `reset work_mem; reset gin_pending_list_limit`,
  )
  await client.query(`alter index product_listing_words set (fastupdate = ${isOn})`)
  if (!isOn) await client.query(`select gin_clean_pending_list('product_listing_words')`)
}

function emptyRows(): CatalogueRows {
  return { products: [], options: [], categories: [], variants: [], turns: [], relations: [] }
}

function splitByProduct(all: CatalogueRows): CatalogueRows[] {
  const patterns = new Map(
    all.products.map((product) => [product.id, { ...emptyRows(), products: [product] }]),
  )
  for (const row of all.options) patterns.get(row.product_id)?.options.push(row)
  for (const row of all.categories) patterns.get(row.product_id)?.categories.push(row)
  for (const row of all.variants) patterns.get(row.product_id)?.variants.push(row)
  for (const row of all.relations) patterns.get(row.product_id)?.relations.push(row)
  return [...patterns.values()]
}

function addFurther(
  batch: CatalogueRows,
  patterns: CatalogueRows[],
  number: number,
  at: Date,
): void {
  const random = randomNumbers(number + 1)
  const chosen = patterns[Math.floor(random() * patterns.length)]
  const [pattern] = chosen?.products ?? []
  if (!chosen || !pattern) return
  const pick = () => names[Math.floor(random() * names.length)] ?? 'Solvane'
  const kind = pattern.name.split(' ').slice(1).join(' ') || pattern.name
  const identifier = `further-${String(number).padStart(7, '0')}`
  const id = stableId('product', identifier)
  const factor = 0.6 + random() * 0.8
  const priced = (cents: number) => Math.round((cents * factor) / 1_000) * 1_000
  batch.products.push({
    ...pattern,
    id,
    identifier,
    name: `${pick()} ${pick()} ${kind}`,
    published_at: new Date(at.getTime() - (61 + random() * 1_400) * day).toISOString(),
    is_new_flag: false,
  })
  for (const row of chosen.options) batch.options.push({ ...row, product_id: id })
  for (const row of chosen.categories) batch.categories.push({ ...row, product_id: id })
  for (const row of chosen.relations) batch.relations.push({ ...row, product_id: id })
  for (const row of chosen.variants)
    batch.variants.push({
      ...row,
      id: stableId('variant', `${identifier}/${row.position}`),
      product_id: id,
      sku: null,
      gtin: null,
      price_cents: priced(row.price_cents),
      sale_price_cents: row.sale_price_cents === null ? null : priced(row.sale_price_cents),
      stock: random() < 0.08 ? 0 : Math.floor(random() * 40) + 1,
    })
}
