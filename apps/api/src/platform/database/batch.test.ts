import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createBatcher } from './batch.ts'
import { type Database, openDatabase } from './database.ts'

interface Note {
  topic: string
  text: string
}

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, poolSize: 3 })
  await db.pool.query(
    'create table note (place serial, topic text not null, text text not null check (length(text) < 9))',
  )
})
beforeEach(async () => void (await db.pool.query('truncate note')))
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Writes notes in batches; `groups` are their sizes. */
function openNotes(options: { mostItems?: number; concurrency?: number } = {}) {
  const groups: number[] = []
  const write = createBatcher({
    async runBatch(notes: Note[]) {
      groups.push(notes.length)
      await db.pool.query(
        `insert into note (topic, text)
        select topic, text from json_to_recordset($1) as given(topic text, text text)`,
        [JSON.stringify(notes)],
      )
      return notes.map(({ text }) => text)
    },
    keyOf: ({ topic }) => topic,
    ...options,
  })
  return { write, groups }
}

const written = async (topic: string) => {
  const { rows } = await db.pool.query<Note>(
    'select text from note where topic = $1 order by place',
    [topic],
  )
  return rows.map(({ text }) => text)
}
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`)

test('concurrent items share a batch, and each gets its own result', async () => {
  const { write, groups } = openNotes()
  const results = await Promise.all(texts(9).map((text) => write({ topic: 'one', text })))
  expect(results).toEqual(texts(9))
  expect(await written('one')).toEqual(texts(9))
  expect(groups).toEqual([9])
})

test('items that arrive meanwhile form the next batch, up to its limit', async () => {
  const { write, groups } = openNotes({ mostItems: 4 })
  await Promise.all(texts(9).map((text) => write({ topic: 'one', text })))
  expect(groups).toEqual([4, 4, 1])
  expect(await written('one')).toEqual(texts(9))
})

test('items with the same key keep their order, even with concurrent batches', async () => {
  const { write, groups } = openNotes({ mostItems: 2, concurrency: 3 })
  const topics = ['one', 'other', 'third']
  await Promise.all(texts(20).flatMap((text) => topics.map((topic) => write({ topic, text }))))
  for (const topic of topics) expect(await written(topic)).toEqual(texts(20))
  expect(Math.max(...groups)).toBe(2)
})

test('a rejected item does not fail the others', async () => {
  const { write } = openNotes()
  const results = await Promise.allSettled(
    ['good', 'much too long', 'better'].map((text) => write({ topic: 'one', text })),
  )
  expect(results).toMatchObject([
    { status: 'fulfilled', value: 'good' },
    { status: 'rejected', reason: { code: '23514' } },
    { status: 'fulfilled', value: 'better' },
  ])
  expect(await written('one')).toEqual(['good', 'better'])
  expect(await write({ topic: 'one', text: 'next' })).toBe('next')
})
