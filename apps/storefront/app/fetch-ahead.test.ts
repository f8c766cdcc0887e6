import type { Transport } from '@solvane/client/api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchAhead } from './fetch-ahead.ts'

const origin = 'https://shop.example'
/** Requests of the visits, with the session, and those sent ahead, without it. */
let own: Parameters<Transport>[]
let ahead: Parameters<Transport>[]
let listeners: Map<string, (event: object) => void>

beforeEach(() => {
  vi.useFakeTimers()
  own = []
  ahead = []
  listeners = new Map()
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) =>
    listeners.set(type, listener),
  )
  vi.stubGlobal('location', new URL(`${origin}/filter/women/bags`))
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begin(answer: Transport = async () => ({ data: { related: [] } })) {
  return fetchAhead(
    (...request) => {
      own.push(request)
      return answer(...request)
    },
    (...request) => {
      ahead.push(request)
      return answer(...request)
    },
  )
}

function linkTo(path: string) {
  const { href, pathname, search } = new URL(path, origin)
  const link = {
    ...{ href, pathname, search, origin, target: '' },
    closest: () => link,
    contains: (other: unknown) => other === link,
  }
  return link
}
type Link = ReturnType<typeof linkTo>

const dispatch = (type: string, target: Link, more: object = {}) =>
  listeners.get(type)?.({ type, target, relatedTarget: null, ...more })
const visit = (api: ReturnType<typeof begin>, id = 'tote') =>
  api.call('getProduct', { params: { id } })

it('sends the request for a product once, and passes the answer to the visit', async () => {
  const api = begin()
  dispatch('pointerover', linkTo('/product/tote'))
  await vi.advanceTimersByTimeAsync(100)
  expect(ahead.map(([name, input]) => [name, input])).toEqual([
    ['getProduct', { params: { id: 'tote' } }],
  ])
  dispatch('pointerout', linkTo('/product/tote'))
  dispatch('focusin', linkTo('/product/tote'))
  await vi.advanceTimersByTimeAsync(100)
  expect(ahead).toHaveLength(1)
  await visit(api)
  expect(own).toEqual([])
  await visit(api)
  expect(own).toHaveLength(1)
})

it('sends nothing when the pointer only passes over a link', async () => {
  begin()
  const link = linkTo('/product/tote')
  dispatch('pointerover', link)
  dispatch('pointerout', link)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ahead).toEqual([])
})

it('stops a request when the link is left, and sends it again for the visit', async () => {
  const api = begin(
    (_name, _input, { signal }) =>
      new Promise((resolve, reject) => {
        if (signal) signal.addEventListener('abort', () => reject(signal.reason))
        else resolve({})
      }),
  )
  const link = linkTo('/product/tote')
  dispatch('pointerover', link)
  await vi.advanceTimersByTimeAsync(100)
  dispatch('pointerout', link)
  expect(ahead[0]?.[2].signal?.aborted).toBe(true)
  await visit(api)
  expect(own).toHaveLength(1)
})

it('goes on when a finger is lifted for the click, and stops when it scrolls', async () => {
  begin(() => new Promise(() => {}))
  const touch = { pointerType: 'touch' }
  const [tote, clutch] = [linkTo('/product/tote'), linkTo('/product/clutch')]
  dispatch('pointerover', tote, touch)
  await vi.advanceTimersByTimeAsync(100)
  dispatch('pointerout', tote, touch)
  expect(ahead[0]?.[2].signal?.aborted).toBe(false)
  dispatch('pointerover', clutch, touch)
  await vi.advanceTimersByTimeAsync(100)
  dispatch('pointercancel', clutch, touch)
  expect(ahead[1]?.[2].signal?.aborted).toBe(true)
})

it('does not stop what a visit waits for, and sends nothing for it later', async () => {
  const answer = Promise.withResolvers<object>()
  const api = begin(() => answer.promise)
  const link = linkTo('/product/tote')
  dispatch('pointerover', link)
  await vi.advanceTimersByTimeAsync(100)
  const visited = visit(api)
  dispatch('pointerout', link)
  expect(ahead[0]?.[2].signal?.aborted).toBe(false)
  answer.resolve({})
  await visited
  // This visit begins before the pause is over.
  dispatch('pointerover', linkTo('/product/clutch'))
  await visit(api, 'clutch')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([ahead.length, own.length]).toEqual([1, 1])
})

it('uses no answer that is half a minute old', async () => {
  const api = begin()
  dispatch('pointerover', linkTo('/product/tote'))
  await vi.advanceTimersByTimeAsync(31_000)
  await visit(api)
  expect([ahead.length, own.length]).toEqual([1, 1])
})

it.each(['/', '/cart', '/profile/orders', '/faq', '/filter/women/bags'])(
  'fetches nothing ahead of a visit to %s',
  async (path) => {
    begin()
    dispatch('pointerover', linkTo(path))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ahead).toEqual([])
  },
)

it('fetches nothing ahead for a shopper who saves data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  begin()
  dispatch('pointerover', linkTo('/product/tote'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ahead).toEqual([])
})
