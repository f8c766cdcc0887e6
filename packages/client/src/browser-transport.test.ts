import { shopperPaths } from '@solvane/contract/shopper-paths'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApi } from './api.ts'
import { browserTransport } from './browser-transport.ts'

const api = createApi(browserTransport(shopperPaths))

function answerWith(body: BodyInit | null, init: ResponseInit = {}) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

describe('the address of a call', () => {
  it.each([
    [
      'fills and escapes path parameters',
      'getProduct',
      { params: { id: 'a/b é' } },
      '/api/products/a%2Fb%20%C3%A9',
    ],
    [
      'joins lists and leaves out what is empty',
      'listProducts',
      { query: { page: 2, color: ['Ink', 'Rust'], search: '', sort: undefined } },
      '/api/products?page=2&color=Ink%2CRust',
    ],
    ['has no question mark without a query', 'getFaq', {}, '/api/content/faq'],
  ] as const)('%s', async (_, name, input, address) => {
    const fetched = answerWith('{}')
    await api.call(name, input as never)
    expect(fetched).toHaveBeenCalledWith(address, expect.anything())
  })
})

describe('a call from the browser', () => {
  it('never sends what is not a number as null, which could mean that there is none', async () => {
    const fetched = answerWith('{}')
    await api.call('addCartItem', { body: { variantId: 'x', quantity: Number.NaN } })
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"variantId":"x","quantity":"NaN"}')
  })

  it('brings back the envelope', async () => {
    const fetched = answerWith('{"success":true,"data":{"themes":[]},"message":""}')
    expect((await api.call('getFaq', {})).data.themes).toEqual([])
    expect(fetched).toHaveBeenCalledWith(
      '/api/content/faq',
      expect.objectContaining({ method: 'GET', credentials: 'include' }),
    )
  })

  it.each([
    [
      'the message of the envelope',
      '{"success":false,"message":"No such piece.","code":"PRODUCT_NOT_FOUND"}',
      404,
      'No such piece.',
    ],
    ['the text of the answer when it is no envelope', 'Bad gateway', 502, 'Bad gateway'],
    ['the status when there is no text', '', 500, 'API Error: Status 500'],
  ])('fails with %s', async (_, body, status, message) => {
    answerWith(body, { status })
    await expect(api.call('getFaq', {})).rejects.toMatchObject({
      name: 'ApiError',
      status,
      message,
    })
  })

  it('says that the network failed', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(api.call('getFaq', {})).rejects.toMatchObject({
      status: 0,
      message: '网络请求失败，请稍后重试',
    })
  })

  it('passes on its own cancellation', async () => {
    const controller = new AbortController()
    controller.abort(new Error('left'))
    vi.stubGlobal('fetch', async () => {
      throw controller.signal.reason
    })
    await expect(api.call('getFaq', {}, { signal: controller.signal })).rejects.toThrow('left')
  })
})
