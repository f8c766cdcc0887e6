import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { openJobs } from '../jobs/jobs.ts'
import { StartupError } from '../process/lifecycle.ts'
import { explainMigrationError } from './database-errors.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let name: string
beforeEach(async () => {
  database = await createTestDatabase('template1')
  name = new URL(database.url).pathname.slice(1)
})
afterEach(() => database.drop())

async function run(statement: string) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The message that `work` must fail with. */
async function sentence(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  return error instanceof Error ? error.message : ''
}

const ownIt = 'make its role the owner of the database and of all that is in it.'

it('explains that the role may not create tables', async () => {
  await run('revoke all on schema public from pg_database_owner')
  expect(await sentence(migrate(database.url))).toMatch(
    new RegExp(
      `^The database solvane@.*/${name} does not let .* \\(permission denied for schema public\\): ${ownIt}$`,
    ),
  )
})

it('explains that the role may not create extensions', async () => {
  await run(`revoke create on database ${name} from solvane`)
  expect(await sentence(migrate(database.url))).toContain(
    '(permission denied to create extension "pg_trgm"): let its role own the database, or have',
  )
})

it('explains that the role may not create the schema of the jobs', async () => {
  await run(`revoke create on database ${name} from solvane`)
  const opened = openJobs({ url: database.url, works: false, onError: () => {} })
  expect(await sentence(opened)).toContain(`(permission denied for database ${name}): ${ownIt}`)
})

it('explains that an extension is not installed on the server', async () => {
  const error = await run('create extension no_such_module').catch((reason: unknown) => reason)
  expect(explainMigrationError(error, database.url)).toHaveProperty(
    'message',
    expect.stringMatching(
      /lacks an extension that the shop needs \(extension "no_such_module" is not available\): install/,
    ),
  )
})

it('explains that the database is read-only', async () => {
  await run(`alter database ${name} set default_transaction_read_only = on`)
  expect(await sentence(migrate(database.url))).toContain('may only be read')
})

it('explains that the database belongs to another program', async () => {
  await run('create table product (id int)')
  expect(await sentence(migrate(database.url))).toContain(
    'holds something else already (relation "product" already exists): give the shop a database of its own.',
  )
})
