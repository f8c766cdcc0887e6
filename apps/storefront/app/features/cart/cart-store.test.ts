import { type Api, ApiError } from '@solvane/client/api'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCartStore } from './cart-store.ts'
import { type CartItem, cartOf } from './cart-totals.ts'
import { makeItem } from './test-items.ts'

/** The house's side: what is in the cart, every call made, and how the next ones go. */
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
  vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'visible' })
  vi.stubGlobal('BroadcastChannel', undefined)
  held = [makeItem({ id: 'a', price: 10, quantity: 2 })]
  calls = []
  answer = async () => {}
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function openStore() {
  const store = createCartStore(api, new QueryClient())
  expect(store.snapshot().status).toBe('idle')
  await vi.advanceTimersByTimeAsync(0)
  calls = []
  return store
}
const shown = (store: Awaited<ReturnType<typeof openStore>>) => store.snapshot().cart?.items[0]

it('many changes of a quantity show at once, and only the last is sent, after it has rested', async () => {
  const store = await openStore()
  for (const quantity of [3, 4, 5]) void store.setQuantity('a', quantity)
  expect(shown(store)?.quantity).toBe(5)
  await vi.advanceTimersByTimeAsync(299)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual(['updateCartItem 5'])
  expect(store.snapshot().cart?.subtotal).toBe(50)
})

it('a wish that comes while an older one is under way wins, and waits for its turn', async () => {
  const store = await openStore()
  const gate = Promise.withResolvers<void>()
  answer = () => gate.promise
  void store.setQuantity('a', 3)
  await vi.advanceTimersByTimeAsync(300)
  void store.setQuantity('a', 7)
  await vi.advanceTimersByTimeAsync(300)
  expect(calls).toEqual(['updateCartItem 3'])
  gate.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['updateCartItem 3', 'updateCartItem 7'])
  expect(shown(store)?.quantity).toBe(7)
})

it('a wish that goes back to what is held sends nothing', async () => {
  const store = await openStore()
  void store.setQuantity('a', 3)
  void store.setQuantity('a', 2)
  await vi.advanceTimersByTimeAsync(300)
  expect(calls).toEqual([])
  expect(shown(store)?.quantity).toBe(2)
})

it('a refused quantity is taken back, and the cart asked for anew', async () => {
  const store = await openStore()
  answer = () => Promise.reject(new ApiError(409, 'Too few.', 'NOT_ENOUGH_STOCK'))
  const refused = expect(store.setQuantity('a', 9)).rejects.toThrow('Too few.')
  await vi.advanceTimersByTimeAsync(300)
  await refused
  expect(shown(store)?.quantity).toBe(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['updateCartItem 9', 'getCart'])
})

it('what is removed is gone at once, and back when it is refused', async () => {
  const store = await openStore()
  answer = () => Promise.reject(new ApiError(0, 'Lost.'))
  const refused = expect(store.remove(['a'])).rejects.toThrow('Lost.')
  expect(store.snapshot()).toMatchObject({ totalItems: 0, cart: { items: [] } })
  await vi.advanceTimersByTimeAsync(0)
  await refused
  expect(shown(store)?.quantity).toBe(2)
})

it('a piece that is being put in counts at once, and no longer when it is refused', async () => {
  const store = await openStore()
  answer = () => Promise.reject(new ApiError(500, 'Broken.'))
  const refused = expect(store.add('v')).rejects.toThrow('Broken.')
  expect(store.snapshot().totalItems).toBe(3)
  await vi.advanceTimersByTimeAsync(0)
  await refused
  expect(store.snapshot().totalItems).toBe(2)
})

it('a cart that cannot be loaded says so, and can be asked for again', async () => {
  answer = () => Promise.reject(new ApiError(0, 'Lost.'))
  const store = await openStore()
  expect(store.snapshot()).toMatchObject({ status: 'error', cart: null })
  answer = async () => {}
  await store.refresh()
  expect(store.snapshot()).toMatchObject({ status: 'idle', totalItems: 2 })
})
