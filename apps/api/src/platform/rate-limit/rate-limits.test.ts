import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { rejectionOf } from '../../../test/rejection.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { openRateLimits, type RateLimits } from './rate-limits.ts'

let database: TestDatabase
let [here, there] = [] as unknown as [Database, Database]
let limits: [RateLimits, RateLimits]
beforeAll(async () => {
  database = await createTestDatabase()
  here = openDatabase({ url: database.url, poolSize: 3 })
  there = openDatabase({ url: database.url, poolSize: 3 })
  limits = [openRateLimits(here, 1), openRateLimits(there, 1)]
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

const limit = { name: 'greeting', times: 5, seconds: 60 }

/**
 * Counts `times` of `subject` concurrently, alternating between both processes; returns how many
 * were allowed.
 */
async function countAtOnce(times: number, subject: string): Promise<number> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: times }, (_, index) => limits[index % 2 ? 1 : 0].count(limit, subject)),
  )
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

test('concurrent requests in several processes share one limit', async () => {
  expect(await Promise.all([countAtOnce(12, 'ada'), countAtOnce(4, 'ben')])).toEqual([5, 4])
  expect(await countAtOnce(3, 'ben')).toBe(1)
})

test('a request beyond the limit is answered with Retry-After', async () => {
  await countAtOnce(5, 'cleo')
  const { code, details } = await rejectionOf(limits[0].count(limit, 'cleo'))
  expect(code).toBe('TOO_MANY_REQUESTS')
  expect(details?.retryAfter).toBeGreaterThan(50)
  expect(details?.retryAfter).toBeLessThanOrEqual(60)
})

test('an uncounted request does not count any more', async () => {
  await countAtOnce(4, 'dora')
  await Promise.all(limits.map(({ uncount }) => uncount(limit, 'dora')))
  expect(await countAtOnce(9, 'dora')).toBe(3)
})

test('an amount beyond the limit is rejected and does not count', async () => {
  const ofFinn = (amount: number, place: 0 | 1 = 0) =>
    limits[place].countAmount(limit, 'finn', amount)
  await ofFinn(3)
  for (const place of [0, 1] as const) {
    const { code, details } = await rejectionOf(ofFinn(3, place))
    expect(code).toBe('TOO_MANY_REQUESTS')
    expect(details?.retryAfter).toBeLessThanOrEqual(60)
  }
  await ofFinn(2)
  expect((await rejectionOf(ofFinn(1))).code).toBe('TOO_MANY_REQUESTS')
})

test('counting starts again after the period', async () => {
  expect(await countAtOnce(5, 'emil')).toBe(5)
  await here.pool.query('update rate_limit set expire = $1', [Date.now() - 1])
  expect(await countAtOnce(9, 'emil')).toBe(5)
})

test.each([
  [59, 'Please wait a moment.'],
  [61, 'Please try again in 2 minutes.'],
  [60 * 60, 'Please try again in 60 minutes.'],
  [24 * 60 * 60, 'Please try again in 24 hours.'],
])('a rejection for %i seconds says how long to wait', async (seconds, sentence) => {
  // Not a moment passes between the two.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const once = { name: `wait-${seconds}`, times: 1, seconds }
  await limits[0].count(once, 'gus')
  await expect(limits[0].count(once, 'gus')).rejects.toMatchObject({
    message: `Too many requests. ${sentence}`,
  })
})
