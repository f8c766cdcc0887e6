import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CachedPage, PageCache } from './page-cache.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

const page = new CachedPage('<p>Page</p>')

describe('the page cache', () => {
  it('keeps a page for its time only', () => {
    const cache = new PageCache({ enabled: true, maxAge: 1000 })
    cache.keep('/', page, cache.version)
    expect(cache.find('/')).toBe(page)
    vi.advanceTimersByTime(1001)
    expect(cache.find('/')).toBeUndefined()
  })

  it('keeps a page no longer than what it shows is true', () => {
    const cache = new PageCache({ enabled: true, maxAge: 1000, validUntil: () => 1_000_200 })
    cache.keep('/', page, cache.version)
    vi.advanceTimersByTime(201)
    expect(cache.find('/')).toBeUndefined()
    cache.keep('/', page, cache.version)
    expect(cache.find('/')).toBeUndefined()
  })

  it('forgets everything when something changed, a page being rendered meanwhile included', () => {
    const cache = new PageCache({ enabled: true })
    const { version } = cache
    cache.keep('/a', page, version)
    cache.clear()
    cache.keep('/b', page, version)
    expect([cache.find('/a'), cache.find('/b')]).toEqual([undefined, undefined])
  })

  it('drops the page used longest ago when it is full', () => {
    const cache = new PageCache({ enabled: true, maxBytes: page.size * 2 })
    for (const key of ['/a', '/b']) cache.keep(key, page, cache.version)
    cache.find('/a')
    cache.keep('/c', page, cache.version)
    expect([cache.find('/a'), cache.find('/b'), cache.find('/c')]).toEqual([page, undefined, page])
  })

  it('keeps nothing when it is off', () => {
    const cache = new PageCache({ enabled: false })
    cache.keep('/', page, cache.version)
    expect(cache.find('/')).toBeUndefined()
  })
})

describe('a cached page', () => {
  it('is the same in every encoding', async () => {
    expect(brotliDecompressSync(await page.encoded('br')).toString()).toBe('<p>Page</p>')
    expect(gunzipSync(await page.encoded('gzip')).toString()).toBe('<p>Page</p>')
    expect((await page.encoded('identity')).toString()).toBe('<p>Page</p>')
  })

  it('is compressed once', async () => {
    expect(await page.encoded('br')).toBe(await page.encoded('br'))
  })
})
