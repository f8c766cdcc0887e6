import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

it('creates a migrated database for each caller', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()]
  expect(one.url).not.toBe(other.url)
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as applied from migration')
  expect(rows[0].applied).toBeGreaterThan(0)
  await client.end()
  await Promise.all([one.drop(), other.drop()])
})
