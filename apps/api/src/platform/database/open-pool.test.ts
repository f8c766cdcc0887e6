import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBreakableProxy } from '../../../test/proxies.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { openPool, openUnpreparedPool } from './open-pool.ts'

let database: TestDatabase
let admin: pg.Client
let pool: pg.Pool
beforeEach(async () => {
  database = await createTestDatabase('template1')
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterEach(async () => {
  await pool.end()
  await admin.end()
  await database.drop()
})

/** Lets the database have so many connections besides the one of the test. */
async function allowConnections(connections: number): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`alter database ${name} connection limit ${connections + 1}`)
}

it('queues callers for its connections when the server has none left', async () => {
  await allowConnections(2)
  pool = openPool(database.url, { max: 5 }).on('error', () => {})
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      pool.query<{ index: number }>('select $1::int as index, pg_sleep(0.01)', [index]),
    ),
  )
  expect(answers.map(({ rows }) => rows[0]?.index)).toEqual(answers.map((_, index) => index))
  expect(pool.totalCount).toBe(2)
})

it('waits for the first connection when others have all of them', async () => {
  await allowConnections(1)
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  pool = openPool(database.url, { max: 5 }).on('error', () => {})
  let isAnswered = false
  const answer = pool.query('select 1').finally(() => {
    isAnswered = true
  })
  // Several attempts are refused meanwhile.
  await admin.query('select pg_sleep(0.3)')
  expect(isAnswered).toBe(false)
  await other.end()
  expect((await answer).rowCount).toBe(1)
})

it('reports at once what waiting does not change', async () => {
  const url = new URL(database.url)
  url.password = 'guessed'
  pool = openPool(url.href, { max: 5 }).on('error', () => {})
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '28P01' })
})

it('leaves no prepared statement behind where a pooler lends the connections', async () => {
  pool = openUnpreparedPool(database.url, { max: 1 }).on('error', () => {})
  const statement = { name: 'known', text: 'select $1::int as value', values: [1] }
  expect((await pool.query(statement)).rows).toEqual([{ value: 1 }])
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
})

it('ends connections to a server that no longer answers, and opens others', async () => {
  const line = await openBreakableProxy(database.url)
  pool = openPool(line.url, { max: 1, silence: 100 }).on('error', () => {})
  await pool.query('select 1')
  line.silence()
  const error = await pool.query('select 1').catch((reason: unknown) => reason)
  expect(String(error)).toContain('the database does not answer')
  expect(isDatabaseUnavailable(error)).toBe(true)
  line.restore()
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await line.close()
})
