import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { describeSchema } from './describe-schema.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const databaseFolder = fileURLToPath(new URL('../database/', import.meta.url))
const typesGenerator = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('template1')
  await migrate(database.url)
})
afterAll(() => database.drop())

test('migrations are numbered, each with a number of its own', async () => {
  const names = await readdir(join(databaseFolder, 'migrations'))
  const numbers = names.map((name) => /^(\d{4})_\w+\.sql$/.exec(name)?.[1])
  expect(new Set(numbers).size).toBe(names.length)
  expect(numbers).not.toContain(undefined)
})

// Both files are written again by `npm run schema`.
test('schema.sql is a freshly migrated database', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const schema = await describeSchema(client)
  await client.end()
  await expect(schema).toMatchFileSnapshot(join(databaseFolder, 'schema.sql'))
})

test('the table types are those of a freshly migrated database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-types-'))
  const file = join(folder, 'types.ts')
  await promisify(execFile)(process.execPath, [
    typesGenerator,
    ...['--dialect', 'postgres'],
    ...['--url', database.url],
    ...['--out-file', file],
    ...['--exclude-pattern', '(migration|function_file)'],
    ...['--singularize', 'false'],
  ])
  const types = await readFile(file, 'utf8')
  await rm(folder, { recursive: true })
  await expect(types).toMatchFileSnapshot(join(databaseFolder, 'types.ts'))
})
