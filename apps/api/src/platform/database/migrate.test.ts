import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { StartupError } from '../process/startup-error.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let client: pg.Client
async function open(options?: { isBare: boolean }) {
  database = await createTestDatabase(options)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}
afterEach(async () => {
  await client.end()
  await database.drop()
})

it('applies every file to an empty database once, even if several processes start', async () => {
  await open({ isBare: true })
  const applied = await Promise.all([migrate(database.url), migrate(database.url)])
  expect(applied.flat().filter((name) => name === '0001_baseline.sql')).toHaveLength(1)
  expect(await migrate(database.url)).toEqual([])
})

it('applies a file of functions again after a change, and only that file', async () => {
  await open()
  await client.query(`create or replace function refuse_unless(is_so boolean, what text) returns void
    language plpgsql as $$ begin end $$`)
  await client.query(`update function_file set checksum = 'older' where name = 'orders.sql'`)
  expect(await migrate(database.url)).toEqual(['orders.sql'])
  await expect(client.query(`select refuse_unless(false, 'refused')`)).rejects.toThrow('refused')
  expect(await migrate(database.url)).toEqual([])
})

it('rejects a database from before the baseline with a sentence, and leaves it unchanged', async () => {
  await open({ isBare: true })
  await client.query(`create table migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(`insert into migration (name, checksum) values ('0001_catalogue.sql', 'x')`)
  await client.query(`create table product as select 'calvi-tote' as identifier`)
  const refused = await migrate(database.url).catch((error) => error)
  expect(refused).toBeInstanceOf(StartupError)
  expect(refused.message).toMatch(/earlier version.*export its products.*empty database.*import/)
  const { rows } = await client.query(`select table_name as name from information_schema.tables
    where table_schema = 'public' order by 1`)
  expect(rows).toEqual([{ name: 'migration' }, { name: 'product' }])
  expect((await client.query('select identifier from product')).rows).toEqual([
    { identifier: 'calvi-tote' },
  ])
})

it('rejects a migration that was changed or removed after it had been applied', async () => {
  await open()
  await client.query(`update migration set checksum = 'other' where name = '0001_baseline.sql'`)
  await expect(migrate(database.url)).rejects.toThrow('0001_baseline.sql was changed')
  await client.query(`insert into migration (name, checksum) values ('9999_later.sql', 'x')`)
  await expect(migrate(database.url)).rejects.toThrow('newer than this code: it has migration 9999')
})
