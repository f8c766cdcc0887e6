import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type Database, nameOfStatement, openDatabase } from './database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, poolSize: 1 })
  await db.pool.query('create table note (text text unique)')
})
beforeEach(() => db.pool.query('truncate note'))
afterAll(async () => {
  await db.close()
  await database.drop()
})

const note = (text: string) => ({
  name: 'note',
  text: 'insert into note values ($1)',
  values: [text],
})
const notes = async () => {
  const { rows } = await db.pool.query<{ text: string }>('select text from note order by text')
  return rows.map(({ text }) => text)
}

test('closes connections that were used without Kysely', async () => {
  const other = openDatabase({ url: database.url })
  await other.pool.query('select 1')
  await other.close()
  expect(other.pool.ended).toBe(true)
  expect(other.pool.totalCount).toBe(0)
})

test('sends the commit together with the last statement', async () => {
  await db.commitWith(async (tx) => {
    const { name, text, values } = note('first')
    await Promise.all([
      tx.prepared(name, text, values),
      tx.prepared(name, text, ['second']),
      tx.kysely
        .insertInto('note' as never)
        .values({ text: 'third' } as never)
        .execute(),
    ])
    return note('last')
  })
  expect(await notes()).toEqual(['first', 'last', 'second', 'third'])
})

test.each([
  ['the last statement fails', async () => note('first')],
  [
    'the last statement can not be understood',
    async () => ({ name: 'no', text: 'no', values: [] }),
  ],
  [
    'the work fails',
    async () => {
      throw new Error('no')
    },
  ],
])('rolls everything back when %s, and the connection stays usable', async (_title, end) => {
  const failing = db.commitWith(async (tx) => {
    await tx.prepared('note', 'insert into note values ($1)', ['first'])
    return end()
  })
  await expect(failing).rejects.toThrow()
  expect(await notes()).toEqual([])
  await db.commitWith(async () => note('next'))
  expect(await notes()).toEqual(['next'])
})

test('reports the first of several errors', async () => {
  const failing = db.commitWith(async (tx) => {
    await Promise.all(
      ['one', 'one', 'two'].map((text) =>
        tx.prepared('note', 'insert into note values ($1)', [text]),
      ),
    )
    return note('last')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
})

const backend = async () => {
  const [row] = await db.prepared<{ id: number }>('backend', 'select pg_backend_pid() as id', [])
  return row?.id
}

test('a broken connection fails only the queries on it', async () => {
  const end = 'select pg_terminate_backend(coalesce($1, pg_backend_pid()))'
  await expect(db.prepared('end', end, [null])).rejects.toThrow()
  const ended = Array.from({ length: 6 }, () => db.prepared('end', end, [null]))
  expect((await Promise.allSettled(ended)).map(({ status }) => status)).toEqual(
    ended.map(() => 'rejected'),
  )
  // The only connection of the first one is in the transaction.
  const other = openDatabase({ url: database.url, poolSize: 1 })
  onTestFinished(() => other.close())
  let isEnded: unknown
  await expect(
    db.commitWith(async (tx) => {
      const [row] = await tx.prepared<{ id: number }>('own', 'select pg_backend_pid() as id', [])
      const ending = 'select pg_terminate_backend($1, 60000) as ok'
      isEnded = await other.prepared('end', ending, [row?.id])
      return note('lost')
    }),
  ).rejects.toThrow()
  expect(isEnded).toEqual([{ ok: true }])
  expect(await Promise.all([backend(), backend(), notes()])).toEqual([
    expect.any(Number),
    expect.any(Number),
    [],
  ])
})

test.each([
  ['select id from note', true],
  ['select * from note', false],
  ['with made as (insert into note values ($1) returning *) select * from made', false],
  ['insert into note select * from json_to_recordset($1) as x (id int) returning id', true],
  ['insert into note select * from json_to_recordset($1) as x (id int)', true],
  ['update note set text = $1 returning note.*', false],
])('%s is prepared: %s, because of the columns that it may return', (text, isPrepared) => {
  expect(nameOfStatement(text) !== undefined).toBe(isPrepared)
})
