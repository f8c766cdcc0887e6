import { shopperPaths } from '@solvane/contract/paths'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApi } from './api.ts'
import { browserTransport } from './transport.ts'

const api = createApi(browserTransport(shopperPaths))

function answerWith(body: BodyInit | null, init: ResponseInit = {}) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

describe('the URL of a request', () => {
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

describe('an answer that was requested before the program had loaded', () => {
  const headers = { authorization: 'Bearer mine' }
  const cartOf = (owner: string, status = 200) =>
    new Response(JSON.stringify({ success: true, data: { owner } }), { status })
  const keep = (
    response: Response | Error,
    { at = Date.now(), authorization = 'Bearer mine' } = {},
  ) =>
    vi.stubGlobal(
      'earlyAnswers',
      new Map([
        [
          '/api/cart',
          {
            response:
              response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
            authorization,
            at,
          },
        ],
      ]),
    )
  const ownerOfCart = async (sent: Record<string, string> = headers) => {
    const { data } = await api.call('getCart', {}, { headers: sent })
    return (data as unknown as { owner: string }).owner
  }

  it('is used, once', async () => {
    const fetched = answerWith('{"success":true,"data":{"owner":"later"}}')
    keep(cartOf('early'))
    expect(await ownerOfCart()).toBe('early')
    expect(fetched).not.toHaveBeenCalled()
    expect(await ownerOfCart()).toBe('later')
  })

  it.each([
    ['of another session', cartOf('early'), { authorization: 'Bearer other' }, headers],
    ['to other headers', cartOf('early'), {}, { ...headers, 'x-cart': 'a guest' }],
    ['older than ten seconds', cartOf('early'), { at: Date.now() - 10_001 }, headers],
    ['that is a rejection', cartOf('early', 401), {}, headers],
    ['that failed', new Error('offline'), {}, headers],
  ])('is not used %s', async (_, response, made, sent) => {
    answerWith('{"success":true,"data":{"owner":"later"}}')
    keep(response, made)
    expect(await ownerOfCart(sent)).toBe('later')
  })
})

describe('a request from the browser', () => {
  it('numbers that JSON cannot express are never sent as null, which may mean "none"', async () => {
    const fetched = answerWith('{}')
    await api.call('addCartItem', { body: { variantId: 'x', quantity: Number.NaN } })
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"variantId":"x","quantity":"NaN"}')
  })

  it('returns the envelope', async () => {
    const fetched = answerWith('{"success":true,"data":{"themes":[]},"message":""}')
    expect((await api.call('getFaq', {})).data.themes).toEqual([])
    expect(fetched).toHaveBeenCalledWith(
      '/api/content/faq',
      expect.objectContaining({ method: 'GET', credentials: 'include' }),
    )
  })

  const json = 'application/json; charset=utf-8'
  const proxyPage = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'

  it.each([
    [
      'the message of the envelope',
      json,
      '{"success":false,"message":"No such product.","code":"PRODUCT_NOT_FOUND"}',
      404,
      'No such product.',
    ],
    ['a plain text that is not an envelope', 'text/plain', 'Bad gateway', 502, 'Bad gateway'],
    ['the status when there is no text', json, '', 500, 'API Error: Status 500'],
    ['the status for a page', 'text/html', proxyPage, 502, 'API Error: Status 502'],
    ['the status for a page named text', 'text/plain', proxyPage, 504, 'API Error: Status 504'],
    ['the status for a text of no type', '', 'Bad gateway', 502, 'API Error: Status 502'],
    ['the status for a long text', 'text/plain', 'at x '.repeat(50), 500, 'API Error: Status 500'],
    ['the status for other JSON', json, '{"error":"upstream"}', 503, 'API Error: Status 503'],
    [
      'the status for a message that is not text',
      json,
      '{"message":1}',
      500,
      'API Error: Status 500',
    ],
    ['the status for an empty message', json, '{"message":" "}', 500, 'API Error: Status 500'],
    ['the status for JSON that is null', json, 'null', 500, 'API Error: Status 500'],
  ])('rejects with %s', async (_, type, body, status, message) => {
    answerWith(body, { status, headers: { 'content-type': type } })
    await expect(api.call('getFaq', {})).rejects.toMatchObject({
      name: 'ApiError',
      status,
      message,
    })
  })

  it.each([
    ['is a page', 'text/html', '<html><body>Welcome to our Wi-Fi</body></html>'],
    ['is empty', json, ''],
    ['breaks off', json, '{"success":tr'],
  ])('treats a response that %s as a network failure', async (_, type, body) => {
    answerWith(body, { headers: { 'content-type': type } })
    await expect(api.call('getFaq', {})).rejects.toMatchObject({
      name: 'ApiError',
      status: 0,
      message: '网络请求失败，请稍后重试',
    })
  })

  it('rejects with the network failure’s message', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(api.call('getFaq', {})).rejects.toMatchObject({
      status: 0,
      message: '网络请求失败，请稍后重试',
    })
  })

  it('rejects with the reason of its own cancellation', async () => {
    const controller = new AbortController()
    controller.abort(new Error('left'))
    vi.stubGlobal('fetch', async () => {
      throw controller.signal.reason
    })
    await expect(api.call('getFaq', {}, { signal: controller.signal })).rejects.toThrow('left')
  })
})
