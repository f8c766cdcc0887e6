import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { isConnectionLost, isTaken, retryAfterDeadlock, wasRejected } from './database-errors.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, poolSize: 3 })
  await db.pool.query(`create table counter (name text primary key, value integer not null)`)
  await db.pool.query(`insert into counter values ('one', 0), ('other', 0)`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('two transactions in a deadlock both succeed in the end', async () => {
  let attempts = 0
  let locks = 0
  const eachHasOne = Promise.withResolvers<void>()
  const raise = (names: string[]) =>
    retryAfterDeadlock(async () => {
      attempts += 1
      const client = await db.pool.connect()
      try {
        await client.query('begin')
        for (const name of names) {
          await client.query('update counter set value = value + 1 where name = $1', [name])
          locks += 1
          if (locks === 2) eachHasOne.resolve()
          await eachHasOne.promise
        }
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    })
  await Promise.all([raise(['one', 'other']), raise(['other', 'one'])])
  // On a busy machine they may collide again.
  expect(attempts).toBeGreaterThanOrEqual(3)
  const { rows } = await db.pool.query('select value from counter')
  expect(rows).toEqual([{ value: 2 }, { value: 2 }])
})

test('the other transaction of a deadlock has time to go on', async () => {
  const ended = await failureOf(
    db.pool.query(`do $$ begin raise sqlstate '40P01' using message = 'deadlock detected'; end $$`),
  )
  let hasGoneOn = false
  let attempts = 0
  await retryAfterDeadlock(async () => {
    attempts += 1
    if (attempts > 1) return expect(hasGoneOn).toBe(true)
    setTimeout(() => {
      hasGoneOn = true
    }, 5)
    throw ended
  })
  expect(attempts).toBe(2)
})

test('other errors are not retried', async () => {
  let attempts = 0
  const failure = await failureOf(
    retryAfterDeadlock(async () => {
      attempts += 1
      await db.pool.query(`insert into counter values ('one', 1)`)
    }),
  )
  expect(attempts).toBe(1)
  expect([isTaken(failure, 'counter_pkey'), isTaken(failure, 'another')]).toEqual([true, false])
})

test('an error of `refuse_unless` carries its reason', async () => {
  const failure = await failureOf(db.pool.query(`select refuse_unless(1 > 2, 'stock')`))
  expect([wasRejected(failure, 'stock'), wasRejected(failure, 'account')]).toEqual([true, false])
  expect(await failureOf(db.pool.query(`select refuse_unless(2 > 1, 'stock')`))).toBeNull()
  expect(wasRejected(await failureOf(db.pool.query(`select refuse_unless(null, 'x')`)), 'x')).toBe(
    true,
  )
})

test('a missing file is no lost connection, a missing socket of the server is one', () => {
  const missing = (syscall: string) =>
    Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall })
  expect(isConnectionLost(missing('mkdir'))).toBe(false)
  expect(isConnectionLost(missing('connect'))).toBe(true)
})
