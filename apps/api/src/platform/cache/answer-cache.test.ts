import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Answer } from './answer.ts'
import { AnswerCache } from './answer-cache.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

const answer = new Answer(200, {}, '<p>Page</p>')
const longText = Array.from({ length: 3_000 }, (_, at) => `<p>${at % 97} ${at}</p>`).join('')
const made = async () => ({ answer, tags: ['catalogue' as const] })
const cacheFor = (milliseconds: number, maxBytes = 1_000_000) =>
  new AnswerCache({ maxBytes, validUntil: () => Date.now() + milliseconds })

describe('the cache', () => {
  it('keeps an answer until it expires', async () => {
    const cache = cacheFor(1_000)
    await cache.resolve('/', made)
    expect(cache.find('/')).toBe(answer)
    vi.advanceTimersByTime(1_001)
    expect(cache.find('/')).toBeUndefined()
  })

  it('does not keep an expired answer', async () => {
    const cache = cacheFor(0)
    expect(await cache.resolve('/', made)).toBe(answer)
    expect(cache.find('/')).toBeUndefined()
  })

  it('does not keep an answer without tags', async () => {
    const cache = cacheFor(1_000)
    await cache.resolve('/', async () => ({ answer, tags: [] }))
    expect(cache.find('/')).toBeUndefined()
  })

  it('drops the answers with a changed tag, and only those', async () => {
    const cache = cacheFor(1_000)
    await cache.resolve('/list', made)
    await cache.resolve('/faq', async () => ({ answer, tags: ['content'] }))
    cache.invalidate('content')
    expect([cache.find('/list'), cache.find('/faq')]).toEqual([answer, undefined])
    cache.invalidate(null)
    expect(cache.find('/list')).toBeUndefined()
  })

  it('neither keeps nor shares an answer that was started before a change', async () => {
    const cache = cacheFor(1_000)
    const slow = Promise.withResolvers<void>()
    const old = cache.resolve('/', () => slow.promise.then(made))
    cache.invalidate('content')
    const fresh = new Answer(200, {}, '<p>New</p>')
    expect(await cache.resolve('/', async () => ({ answer: fresh, tags: ['content'] }))).toBe(fresh)
    slow.resolve()
    expect(await old).toBe(answer)
    expect(cache.find('/')).toBe(fresh)
  })

  it('keeps an answer when another tag changes while it is computed', async () => {
    const cache = cacheFor(1_000)
    const slow = Promise.withResolvers<void>()
    const asked = cache.resolve('/', () => slow.promise.then(made))
    cache.invalidate('product:ring')
    slow.resolve()
    await asked
    expect(cache.find('/')).toBe(answer)
  })

  it.each(['catalogue', null] as const)(
    'does not keep an answer that was computed while %s changed, also if more changed since',
    async (tag) => {
      const cache = cacheFor(1_000)
      const slow = Promise.withResolvers<void>()
      const asked = cache.resolve('/', () => slow.promise.then(made))
      await cache.resolve('/other', made)
      cache.invalidate(tag)
      cache.invalidate('content')
      slow.resolve()
      await asked
      expect(cache.find('/')).toBeUndefined()
    },
  )

  it('still knows an answer’s tags after it was computed again', async () => {
    const cache = cacheFor(1_000)
    for (let round = 0; round < 3; round += 1) {
      await cache.resolve('/', made)
      expect(cache.find('/')).toBe(answer)
      cache.invalidate('catalogue')
      expect(cache.find('/')).toBeUndefined()
    }
    await cache.resolve('/', made)
    vi.advanceTimersByTime(1_001)
    expect(cache.find('/')).toBeUndefined()
    await cache.resolve('/', async () => ({ answer, tags: ['content'] }))
    cache.invalidate('catalogue')
    expect(cache.find('/')).toBe(answer)
    cache.invalidate('content')
    expect(cache.find('/')).toBeUndefined()
  })

  it('shares the work between concurrent callers', async () => {
    const cache = cacheFor(1_000)
    const make = vi.fn(made)
    await Promise.all([cache.resolve('/', make), cache.resolve('/', make)])
    expect(make).toHaveBeenCalledOnce()
  })

  it('does not keep a failure', async () => {
    const cache = cacheFor(1_000)
    await expect(cache.resolve('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await cache.resolve('/', made)).toBe(answer)
  })

  it('drops the least recently used answer when it is full', async () => {
    const cache = cacheFor(1_000, answer.size * 12)
    for (let page = 0; page < 30; page += 1) await cache.resolve(`/${page}`, made)
    expect(cache.find('/0')).toBeUndefined()
    expect(cache.find('/29')).toBe(answer)
  })
})

describe('while changes are not received', () => {
  const minute = 60_000

  it('what is kept, or was dropped just before, is given for ten minutes', async () => {
    const cache = cacheFor(1_000)
    await cache.resolve('/kept', made)
    await cache.resolve('/dropped', async () => ({ answer, tags: ['content'] }))
    cache.invalidate('content')
    expect(cache.find('/dropped')).toBeUndefined()
    vi.advanceTimersByTime(4 * minute)
    cache.suspend()
    expect([cache.find('/kept'), cache.find('/dropped')]).toEqual([answer, answer])
    vi.advanceTimersByTime(6 * minute)
    expect([cache.find('/kept'), cache.find('/dropped')]).toEqual([answer, undefined])
    vi.advanceTimersByTime(4 * minute)
    expect(cache.find('/kept')).toBeUndefined()
  })

  it('a connection that comes back for a moment takes nothing away', async () => {
    const cache = cacheFor(1_000)
    await cache.resolve('/', made)
    cache.suspend()
    vi.advanceTimersByTime(6 * minute)
    cache.resume()
    expect(cache.find('/')).toBeUndefined()
    cache.suspend()
    expect(cache.find('/')).toBe(answer)
    // The ten minutes began with the first outage.
    vi.advanceTimersByTime(4 * minute)
    expect(cache.find('/')).toBeUndefined()
  })

  it('the newest answer is given', async () => {
    const cache = cacheFor(1_000)
    await cache.resolve('/', made)
    cache.invalidate('catalogue')
    const fresh = new Answer(200, {}, '<p>New</p>')
    await cache.resolve('/', async () => ({ answer: fresh, tags: ['catalogue'] }))
    cache.suspend()
    expect(cache.find('/')).toBe(fresh)
  })
})

describe('URLs', () => {
  it('lead to their answer as long as it is kept', async () => {
    const cache = cacheFor(1_000)
    await cache.resolve('page', made)
    cache.remember('/?from=letter', 'page')
    expect(cache.findAt('/?from=letter')).toBe(answer)
    expect(cache.findAt('/?from=elsewhere')).toBeUndefined()
    cache.invalidate('catalogue')
    expect(cache.findAt('/?from=letter')).toBeUndefined()
  })

  it('are not remembered if they are long, or their answer is not kept', async () => {
    const cache = cacheFor(1_000)
    cache.remember('/early', 'page')
    await cache.resolve('page', made)
    const long = `/?${'x'.repeat(300)}`
    cache.remember(long, 'page')
    expect([cache.findAt('/early'), cache.findAt(long)]).toEqual([undefined, undefined])
  })
})

describe('an answer', () => {
  it('has the same content in every encoding, and its length', async () => {
    const forms = await Promise.all([answer.in('br'), answer.in('gzip'), answer.in('identity')])
    const [brotli, gzip, plain] = forms.map(({ body }) => body)
    expect(brotliDecompressSync(brotli ?? '').toString()).toBe('<p>Page</p>')
    expect(gunzipSync(gzip ?? '').toString()).toBe('<p>Page</p>')
    expect(plain?.toString()).toBe('<p>Page</p>')
    expect(forms.map(({ headers }) => headers['content-length'])).toEqual(
      forms.map(({ body }) => body.length),
    )
  })

  it('is compressed once', async () => {
    const page = new Answer(200, {}, '<p>Another page</p>')
    const [one, other] = await Promise.all([page.in('br'), page.in('br')])
    expect(one).toBe(other)
    expect(page.in('br')).toBe(one)
  })

  it('is compressed thoroughly in the background at the second request for brotli', async () => {
    const page = new Answer(200, {}, longText)
    const first = await page.in('br')
    await vi.waitFor(async () => {
      const later = await page.in('br')
      expect(later.body.length).toBeLessThan(first.body.length)
      expect(later.headers).toMatchObject({ etag: first.headers.etag })
    }, 60_000)
  })

  it('uses little memory once packed, with the same content in every encoding', async () => {
    const page = new Answer(200, {}, longText)
    const before = await Promise.all([page.in('gzip'), page.in('identity')])
    const size = page.size
    page.pack()
    expect(page.size).toBeLessThan(size / 3)
    const after = await Promise.all([page.in('gzip'), page.in('identity'), page.in('br')])
    expect(after.slice(0, 2)).toEqual(before)
    expect(brotliDecompressSync(after[2].body).toString()).toBe(longText)
  })
})
