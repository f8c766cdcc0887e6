import { type Api, ApiError } from '@solvane/client/api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeItem } from '../../../test/cart-item-factory.ts'
import { createQueryClient } from '../../lib/api/query-client.tsx'
import { type CartClient, createCartClient } from './cart-client.ts'
import { type CartItem, cartOf } from './cart-totals.ts'

/** The server: its cart, the requests it received, and the results of the next ones. */
let held: CartItem[]
let calls: string[]
let answer: () => Promise<void>

const api = {
  async call(name: string, input: { params?: { itemId: string }; body?: { quantity: number } }) {
    calls.push(input.body?.quantity === undefined ? name : `${name} ${input.body.quantity}`)
    const [before, itemId] = [held, input.params?.itemId]
    if (name === 'updateCartItem' && input.body)
      held = held.map((item) =>
        item.id === itemId ? { ...item, quantity: input.body?.quantity ?? 0 } : item,
      )
    if (name === 'removeCartItem') held = held.filter(({ id }) => id !== itemId)
    if (name === 'addCartItem') held = [makeItem({ id: 'new' }), ...held]
    const given = cartOf(held)
    try {
      await answer()
    } catch (error) {
      held = before
      throw error
    }
    return { data: given }
  },
} as unknown as Api

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map([['guestCartId', '6c84fb90-12c4-41e1-840d-725eee7b3ac5']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'visible' })
  vi.stubGlobal('BroadcastChannel', undefined)
  held = [makeItem({ id: 'a', price: 10, quantity: 2 })]
  calls = []
  answer = async () => {}
})
afterEach(() => {
  for (const client of opened.splice(0)) client.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const opened: CartClient[] = []

async function openClient() {
  const client = createCartClient(api, createQueryClient())
  opened.push(client)
  expect(client.snapshot().status).toBe('loading')
  await vi.advanceTimersByTimeAsync(0)
  calls = []
  return client
}
const shown = (client: CartClient) => client.snapshot().cart?.items[0]

it('shows each change of a quantity at once and sends the last after the debounce', async () => {
  const client = await openClient()
  for (const quantity of [3, 4, 5]) void client.setQuantity('a', quantity)
  expect(shown(client)?.quantity).toBe(5)
  await vi.advanceTimersByTimeAsync(299)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual(['updateCartItem 5'])
  expect(client.snapshot().cart?.subtotal).toBe(50)
})

it('sends a later quantity after the one in flight', async () => {
  const client = await openClient()
  const gate = Promise.withResolvers<void>()
  answer = () => gate.promise
  void client.setQuantity('a', 3)
  await vi.advanceTimersByTimeAsync(300)
  void client.setQuantity('a', 7)
  await vi.advanceTimersByTimeAsync(300)
  expect(calls).toEqual(['updateCartItem 3'])
  gate.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['updateCartItem 3', 'updateCartItem 7'])
  expect(shown(client)?.quantity).toBe(7)
})

it('sends nothing when the quantity returns to the confirmed one', async () => {
  const client = await openClient()
  void client.setQuantity('a', 3)
  void client.setQuantity('a', 2)
  await vi.advanceTimersByTimeAsync(300)
  expect(calls).toEqual([])
  expect(shown(client)?.quantity).toBe(2)
})

it('reverts a rejected quantity and fetches the cart again', async () => {
  const client = await openClient()
  answer = () => Promise.reject(new ApiError(409, 'Too few.', 'NOT_ENOUGH_STOCK'))
  const rejected = expect(client.setQuantity('a', 9)).rejects.toThrow('Too few.')
  await vi.advanceTimersByTimeAsync(300)
  await rejected
  expect(shown(client)?.quantity).toBe(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['updateCartItem 9', 'getCart'])
})

it('removes a line at once and restores it when the removal fails', async () => {
  const client = await openClient()
  answer = () => Promise.reject(new ApiError(0, 'Lost.'))
  const rejected = expect(client.remove(['a'])).rejects.toThrow('Lost.')
  expect(client.snapshot()).toMatchObject({ totalItems: 0, cart: { items: [] } })
  await vi.advanceTimersByTimeAsync(0)
  await rejected
  expect(shown(client)?.quantity).toBe(2)
})

it('counts an item that is being added until the server rejects it', async () => {
  const client = await openClient()
  answer = () => Promise.reject(new ApiError(500, 'Broken.'))
  const rejected = expect(client.add('v')).rejects.toThrow('Broken.')
  expect(client.snapshot().totalItems).toBe(3)
  await vi.advanceTimersByTimeAsync(0)
  await rejected
  expect(client.snapshot().totalItems).toBe(2)
})

it('reports a cart that does not load and loads it on request', async () => {
  answer = () => Promise.reject(new ApiError(0, 'Lost.'))
  const client = await openClient()
  expect(client.snapshot()).toMatchObject({ status: 'error', cart: null })
  answer = async () => {}
  await client.refresh()
  expect(client.snapshot()).toMatchObject({ status: 'idle', totalItems: 2 })
})
