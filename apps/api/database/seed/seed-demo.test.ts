import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { insertDefaults } from '../defaults/default-content.ts'
import { seedDemo } from './seed-demo.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Tables that hold anything, and whether they have ever been analyzed. */
async function filledTables(): Promise<Map<string, boolean>> {
  const { rows } = await db.pool.query<{ name: string; isAnalysed: boolean }>(`
    select relname as name, reltuples >= 0 as "isAnalysed" from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and xpath_exists('//row', query_to_xml(format('select 1 from %I limit 1', relname), false, false, ''))`)
  return new Map(rows.map(({ name, isAnalysed }) => [name, isAnalysed]))
}

it('analyzes every table that it or a trigger has filled', async () => {
  const before = await filledTables()

  await seedDemo(db.pool, new Date())

  const filled = [...(await filledTables())].filter(([name]) => !before.has(name))
  expect(filled.map(([name]) => name)).toContain('product_listing')
  expect(filled.filter(([, isAnalysed]) => !isAnalysed)).toEqual([])
})

it('numbers the variants of each product from 0, as an edit does', async () => {
  const { rows } = await db.pool.query(`
    select product_id from variant group by product_id
    having min(position) <> 0 or max(position) <> count(*) - 1`)
  expect(rows).toEqual([])
})

it('lacks nothing that a shop begins with', async () => {
  const stored = () => db.pool.query('select key, value from content order by key')
  const before = await stored()
  await insertDefaults(db.pool)
  expect((await stored()).rows).toEqual(before.rows)
  const { rows } = await db.pool.query('select identifier from category where parent_id is null')
  expect(rows).toEqual([{ identifier: 'all' }])
})

it('is not brought into a shop that has been opened without it', async () => {
  const other = await createTestDatabase()
  const empty = openDatabase({ url: other.url })
  await Promise.all([insertDefaults(empty.pool), insertDefaults(empty.pool)])
  expect(await seedDemo(empty.pool, new Date())).toBe(false)
  expect((await empty.pool.query('select from product')).rowCount).toBe(0)
  expect((await empty.pool.query('select from category')).rowCount).toBe(1)
  await empty.close()
  await other.drop()
})
