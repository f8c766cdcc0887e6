import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { StartupError } from '../process/lifecycle.ts'
import { ensureMigrated, migrate } from './migrate.ts'

let database: TestDatabase
let client: pg.Client
async function open(template?: 'template1') {
  database = await createTestDatabase(template)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}
afterEach(async () => {
  await client.end()
  await database.drop()
})

it('applies every file to an empty database once, even if several processes start', async () => {
  await open('template1')
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
  await open('template1')
  await client.query(`create table migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(`insert into migration (name, checksum) values ('0001_catalogue.sql', 'x')`)
  await client.query(`create table product as select 'calvi-tote' as identifier`)
  const rejected = await migrate(database.url).catch((error) => error)
  expect(rejected).toBeInstanceOf(StartupError)
  expect(rejected.message).toMatch(/earlier version.*export its products.*empty database.*import/)
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

describe('a database that newer code has migrated', () => {
  const insert = (worksWith: string | null) =>
    client.query(
      `insert into migration (name, checksum, works_with) values ('9999_later.sql', 'x', $1)`,
      [worksWith],
    )

  it('is left as it is where the migration works with this code', async () => {
    await open()
    await insert('0001')
    await client.query(`update function_file set checksum = 'newer' where name = 'orders.sql'`)
    expect(await migrate(database.url)).toEqual([])
    await ensureMigrated(database.url)
    const { rows } = await client.query(
      `select checksum from function_file where name = 'orders.sql'`,
    )
    expect(rows).toEqual([{ checksum: 'newer' }])
  })

  it.each([null, '9998'])('is rejected where it works with code from %s', async (worksWith) => {
    await open()
    await insert(worksWith)
    await expect(migrate(database.url)).rejects.toThrow('newer than this code')
    await expect(ensureMigrated(database.url)).rejects.toThrow('newer than this code')
  })
})

describe('a new migration', () => {
  const name = '9000_next.sql'
  let folder: string
  async function prepare(sql: string) {
    await open()
    folder = await mkdtemp(join(tmpdir(), 'solvane-migrations-'))
    await cp(new URL('../../../database/migrations/', import.meta.url), folder, { recursive: true })
    await writeFile(join(folder, name), sql)
    return { migrations: pathToFileURL(`${folder}/`), say: vi.fn() }
  }
  afterEach(() => rm(folder, { recursive: true }))

  it('waits for a held lock, says so, and is applied when the lock is free', async () => {
    const options = await prepare('alter table variant add column note text;')
    const reader = new pg.Client({ connectionString: database.url })
    await reader.connect()
    await reader.query('begin')
    await reader.query('select count(*) from variant')
    const migrated = migrate(database.url, options)
    await vi.waitFor(() => expect(options.say).toHaveBeenCalled(), 60_000)
    expect(options.say.mock.calls).toEqual([[`Waiting for locks for the migration ${name}.`]])
    await reader.query('commit')
    await reader.end()
    expect(await migrated).toEqual([name])
    await client.query('select note from variant')
  })

  it('gives up after the longest wait, in a sentence', async () => {
    const options = await prepare('alter table variant add column note text;')
    await client.query('begin')
    await client.query('select count(*) from variant')
    await expect(migrate(database.url, { ...options, longestWait: 0 })).rejects.toThrow(
      `Waited 0 s for locks for the migration ${name}: end what is busy in the database`,
    )
    await client.query('rollback')
  })

  it('says that another process migrates, and gives up after the longest wait', async () => {
    const options = await prepare('')
    await client.query('select pg_advisory_lock(7305119)')
    await expect(migrate(database.url, { ...options, longestWait: 1 })).rejects.toThrow(
      'for another process to end its migration',
    )
  })

  it('runs outside a transaction where it is marked so', async () => {
    const options = await prepare(
      `-- Works with code from 0001.
-- Without a transaction.
drop index concurrently if exists variant_note;
create index concurrently variant_note on variant (attributes);
`,
    )
    expect(await migrate(database.url, options)).toEqual([name])
    const { rows } = await client.query(
      `select works_with from migration where name = $1
        union all select indexdef from pg_indexes where indexname = 'variant_note'`,
      [name],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({ works_with: '0001' })
    // An older release, which has no such file, may go on starting.
    expect(await migrate(database.url)).toEqual([])
  })
})
