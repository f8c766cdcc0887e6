import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { openNoResults, removeOldNoResults, termOf } from './no-results.routes.ts'

let shop: TestShop
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  headers = (await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })).headers
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Writes the counts that other tests have left.
  await list()
  await shop.ctx.db.pool.query('truncate no_result_search, no_result_dismissal')
})
afterEach(() => shop.setTime(null))

const report = (search: string, at = shop) => at.call('reportNoResults', { body: { search } })
const list = (query: Record<string, string | number | boolean> = {}) =>
  shop.call('listNoResultSearches', { headers, query })
const termsOf = async (query = {}) => (await list(query)).data.map(({ term }) => term)
const stored = async () =>
  (
    await shop.ctx.db.pool.query(
      'select day::text, term, times from no_result_search order by 1, 2',
    )
  ).rows
/** Stores that a term was searched for on days before today, as the list would have counted it. */
const searched = (term: string, daysAgo: number, times: number) =>
  shop.ctx.db.pool.query(
    `insert into no_result_search select (now() at time zone 'Europe/Paris')::date - $1::integer, $2, $3`,
    [daysAgo, term, times],
  )
const onDay = (day: string) => shop.setTime(new Date(`${day}T12:00:00Z`))

describe('a search without results', () => {
  test('is counted once for each report, under its words, by day and without the time', async () => {
    onDay('2026-03-10')
    for (const search of ['  Zzzz   QQQQ ', 'zzzz qqqq', 'Zzzz-qqqq!', 'vuvuzéla'])
      await report(search)
    expect(await stored()).toEqual([])
    await list()
    expect(await stored()).toEqual([
      { day: '2026-03-10', term: 'vuvuzela', times: 1 },
      { day: '2026-03-10', term: 'zzzz qqqq', times: 3 },
    ])
    await report('zzzz qqqq')
    onDay('2026-03-11')
    await list()
    expect((await stored()).at(-1)).toEqual({ day: '2026-03-11', term: 'zzzz qqqq', times: 1 })
  })

  test('counts for the day of the shop’s time zone', async () => {
    shop.setTime(new Date('2026-03-10T23:30:00Z'))
    await report('zzzzqqqq')
    await list()
    expect(await stored()).toMatchObject([{ day: '2026-03-11' }])
  })

  test('is not counted where it finds something, whatever its filters and page left', async () => {
    const query = { search: 'tote', priceMax: 1, page: 400 }
    expect((await shop.call('listProducts', { query })).data).toEqual([])
    for (const search of ['tote', 'quiltd', 'zzzzqqqq tote', '', ' —  ']) await report(search)
    expect(await list()).toMatchObject({ data: [], total: 0 })
  })

  test('is counted by its report alone, so that half a word and a robot are not', async () => {
    for (const search of ['zzzzq', 'zzzzqqqq']) {
      expect((await shop.call('listProducts', { query: { search } })).total).toBe(0)
      await shop.call('listFacets', { query: { search } })
    }
    expect(await list()).toMatchObject({ data: [], total: 0 })
    // A report about an answer from memory counts, too.
    const answer = await shop.app.inject({ url: '/api/products?search=zzzzqqqq' })
    expect(answer.headers['cache-status']).toBe('solvane; hit')
    await report('zzzzqqqq')
    expect(await termsOf()).toEqual(['zzzzqqqq'])
  })

  test('is written by each process within half a minute, and before it ends', async () => {
    const other = await openTestShop({ beside: shop })
    await report('zzzzqqqq', other)
    expect(await termsOf()).toEqual([])
    await other.close()
    expect(await termsOf()).toEqual(['zzzzqqqq'])

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const looked = Promise.withResolvers<void>()
    const counter = openNoResults(shop.ctx, async () => {
      looked.resolve()
      return 0
    })
    counter.count('vuvuzela', '192.0.2.1')
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await looked.promise
    await counter.flush()
    expect(await termsOf()).toEqual(['vuvuzela', 'zzzzqqqq'])
  })

  test('is added up by processes that write at the same time', async () => {
    const counters = [1, 2, 3].map(() => openNoResults(shop.ctx, async () => 0))
    for (const counter of counters)
      for (const term of ['b', 'a', 'c', 'a']) counter.count(term, '192.0.2.1')
    await Promise.all(counters.map((counter) => counter.flush()))
    expect((await stored()).map(({ term, times }) => [term, times])).toEqual([
      ['a', 6],
      ['b', 3],
      ['c', 3],
    ])
  })

  test('that cannot be written is lost, and the next one is not', async () => {
    let fails = true
    const counter = openNoResults(shop.ctx, async () => {
      if (fails) throw new Error('the database is away')
      return 0
    })
    counter.count('lost', '192.0.2.1')
    await counter.flush()
    fails = false
    counter.count('vuvuzela', '192.0.2.1')
    await counter.flush()
    expect(await stored()).toMatchObject([{ term: 'vuvuzela', times: 1 }])
  })
})

test.each([
  ['an e-mail address', 'anna.smith@example.com'],
  ['an e-mail address in wide characters', 'anna＠example．com'],
  ['a telephone number', '+33 6 12 34 56 78'],
  ['a card number', '4242-4242-4242-4242'],
  ['an order number', 'SV100001'],
  ['a number in other digits', '٠٦١٢٣٤٥٦'],
  ['a link', 'https://shop.example/reset#token=abc'],
  ['more than a synonym can have', 'sesquipedalian '.repeat(6)],
  ['no words', '?!'],
])('%s is not counted', (_what, text) => {
  expect(termOf(text)).toBeNull()
})

test('sizes and short numbers are counted', () => {
  expect(termOf('Loafers  38 40')).toBe('loafers 38 40')
})

describe('the number of counted terms is limited', () => {
  const counterOf = (rateLimitMultiplier = 1) =>
    openNoResults(
      { ...shop.ctx, config: { ...shop.ctx.config, rateLimitMultiplier } },
      async () => 0,
    )
  const many = (length: number) =>
    Array.from({ length }, (_, at) => `${'abcdefghij'[at % 10]}${at}`)

  test('by network: 100 a day, in memory only', async () => {
    const counter = counterOf()
    for (const term of many(120)) counter.count(term, '192.0.2.1')
    for (const term of ['one', 'two']) counter.count(term, '2001:db8:1:2::3')
    await counter.flush()
    expect(await stored()).toHaveLength(102)
  })

  test('by time: 200 terms between two writes', async () => {
    const counter = counterOf(100)
    for (const term of many(250)) counter.count(term, '192.0.2.1')
    counter.count('a0', '192.0.2.1')
    await counter.flush()
    expect(await stored()).toHaveLength(200)
    expect((await stored())[0]).toMatchObject({ term: 'a0', times: 2 })
  })

  test('by day: 2,000 terms, of which the most frequent come first', async () => {
    await shop.ctx.db.pool.query(
      `insert into no_result_search
       select (now() at time zone 'Europe/Paris')::date, 'term ' || n, 1 from generate_series(1, 1999) n`,
    )
    const counter = counterOf()
    for (const term of ['rare', 'often', 'often', 'term 7']) counter.count(term, '192.0.2.1')
    await counter.flush()
    const { data, total } = await list({ sort: 'last7Days' })
    expect(total).toBe(2_000)
    expect(data.slice(0, 3)).toMatchObject([
      { term: 'often', last7Days: 2 },
      { term: 'term 7', last7Days: 2 },
      { last7Days: 1 },
    ])
    expect(await termsOf({ q: 'rare' })).toEqual([])
  })
})

test('searches of more than 90 days ago are removed, with the dismissals of their terms', async () => {
  await searched('old', 90, 5)
  await searched('young', 89, 5)
  for (const term of ['old', 'young']) await shop.ctx.db.pool.query('insert into no_result_dismissal values ($1)', [term])
  await removeOldNoResults(shop.ctx)
  expect(await stored()).toMatchObject([{ term: 'young' }])
  const { rows } = await shop.ctx.db.pool.query('select term from no_result_dismissal')
  expect(rows).toEqual([{ term: 'young' }])
}) // biome-ignore format: one step a line

describe('the list', () => {
  test('says how often, until when, and what a search finds now', async () => {
    await searched('vuvuzela', 0, 1)
    await searched('vuvuzela', 6, 2)
    await searched('vuvuzela', 7, 4)
    await searched('vuvuzela', 29, 8)
    await searched('vuvuzela', 30, 16)
    await searched('vuvuzela', 90, 32)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date())
    const row = { id: 'vuvuzela', term: 'vuvuzela', last7Days: 3, last30Days: 15, last90Days: 31 }
    expect((await list()).data).toEqual([
      { ...row, lastDay: day, resultCount: 0, hasSynonym: false },
    ])
    await shop.call('createSynonym', { headers, body: { term: 'vuvuzela', synonyms: ['tote'] } })
    const { total } = await shop.call('listProducts', { query: { search: 'tote' } })
    expect(total).toBeGreaterThan(1)
    expect((await list()).data).toMatchObject([{ resultCount: total, hasSynonym: true }])
    await shop.call('deleteSynonym', { headers, params: { id: 'vuvuzela' } })
  })

  test('is sorted, searched and has pages', async () => {
    await searched('zzqq b', 0, 1)
    await searched('zzqq a', 8, 7)
    await searched('vuvuzela', 31, 9)
    expect(await termsOf()).toEqual(['zzqq a', 'zzqq b', 'vuvuzela'])
    expect(await termsOf({ sort: 'last7Days' })).toEqual(['zzqq b', 'vuvuzela', 'zzqq a'])
    expect(await termsOf({ sort: 'last90Days' })).toEqual(['vuvuzela', 'zzqq a', 'zzqq b'])
    expect(await termsOf({ sort: 'term', order: 'desc' })).toEqual(['zzqq b', 'zzqq a', 'vuvuzela'])
    expect(await termsOf({ q: 'ZZQQ' })).toEqual(['zzqq a', 'zzqq b'])
    expect(await list({ size: 2, page: 2 })).toMatchObject({ total: 3, data: [{ term: 'vuvuzela' }] })
  }) // biome-ignore format: one order a line

  test('hides a dismissed term for good, until it is restored; the audit log says who did', async () => {
    await report('zzzzqqqq')
    await report('vuvuzela')
    expect(await termsOf()).toEqual(['vuvuzela', 'zzzzqqqq'])
    const body = { term: 'zzzzqqqq' }
    await shop.call('dismissNoResultSearch', { headers, body })
    await shop.call('dismissNoResultSearch', { headers, body })
    await report('zzzzqqqq')
    expect(await list()).toMatchObject({ data: [{ term: 'vuvuzela' }], total: 1 })
    expect((await list({ dismissed: true })).data).toMatchObject([
      { term: 'zzzzqqqq', last7Days: 2 },
    ])
    await shop.call('restoreNoResultSearch', { headers, body })
    expect(await termsOf()).toEqual(['zzzzqqqq', 'vuvuzela'])
    expect(await termsOf({ dismissed: true })).toEqual([])

    const unknown = { headers, body: { term: 'never searched for' } }
    const refused = { status: 404, code: 'SEARCH_TERM_NOT_FOUND' }
    expect(await rejectionOf(shop.call('dismissNoResultSearch', unknown))).toMatchObject(refused)
    expect(await rejectionOf(shop.call('restoreNoResultSearch', unknown))).toMatchObject(refused)

    const owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
    const { data } = await shop.call('listAuditEntries', {
      headers: owner.headers,
      query: { kind: 'SEARCH_TERM', q: 'zzzz' },
    })
    const subject = { kind: 'SEARCH_TERM', label: 'zzzzqqqq', path: '/no-result-searches' }
    const dismissed = { isDismissed: { before: false, after: true } }
    const restored = { isDismissed: { before: true, after: false } }
    expect(data.map(({ call, subjects }) => ({ call, subjects }))).toMatchObject([
      { call: 'restoreNoResultSearch', subjects: [{ ...subject, changes: restored }] },
      { call: 'dismissNoResultSearch', subjects: [{ ...subject, changes: {} }] },
      { call: 'dismissNoResultSearch', subjects: [{ ...subject, changes: dismissed }] },
    ])
  })

  test('is a file too, with the searches of its days', async () => {
    await searched('zzqq', 1, 2)
    await searched('zzqq', 3, 5)
    await searched('vuvuzela', 1, 3)
    await shop.call('dismissNoResultSearch', { headers, body: { term: 'vuvuzela' } })
    // Days of the calendar: one on which the clocks change has no 24 hours.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date())
    const dayAgo = (days: number) =>
      new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
    const payload = { kind: 'noResultSearches', from: dayAgo(2), until: dayAgo(0) }
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/exports',
      headers,
      payload,
    })
    expect(answer.headers['content-disposition']).toContain('no-result-searches-')
    expect(parse(answer.body, { bom: true, columns: true })).toEqual([
      { term: 'vuvuzela', searches: '3', last_day: dayAgo(1), dismissed: 'yes' },
      { term: 'zzqq', searches: '2', last_day: dayAgo(1), dismissed: 'no' },
    ])
  })
})
