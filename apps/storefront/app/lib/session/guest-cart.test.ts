import { ApiError, createApi, networkFailure, type Transport } from '@solvane/client/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ensureGuestCartId,
  guestCartHeaders,
  guestCartIdKey,
  mergeGuestCart,
  readGuestCartId,
} from './guest-cart.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a guest’s cart keeps its id', () => {
  expect(readGuestCartId()).toBeNull()
  const id = ensureGuestCartId()
  expect(ensureGuestCartId()).toBe(id)
  expect(readGuestCartId()).toBe(id)
})

test.each(['', 'undefined', '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'])(
  'an id that the server would reject, %j, is replaced',
  (bad) => {
    kept.set(guestCartIdKey, bad)
    expect(readGuestCartId()).toBeNull()
    expect(ensureGuestCartId()).toMatch(/^[0-9a-f-]{36}$/)
    expect(readGuestCartId()).toBe(kept.get(guestCartIdKey))
  },
)

test('the guest’s cart id is sent with requests of the cart only', () => {
  const id = ensureGuestCartId()
  expect(guestCartHeaders('getCart')).toEqual({ 'x-guest-cart-id': id })
  expect(guestCartHeaders('getFaq')).toEqual({})
})

test('a guest’s cart is merged once and forgotten', async () => {
  const send = vi.fn<Transport>(async () => ({ success: true, data: {}, message: '' }))
  const api = createApi(send)
  ensureGuestCartId()
  expect(await Promise.all([mergeGuestCart(api), mergeGuestCart(api)])).toEqual([true, true])
  expect(await mergeGuestCart(api)).toBe(false)
  expect(send.mock.calls.map(([name]) => name)).toEqual(['mergeCart'])
  expect(readGuestCartId()).toBeNull()
})

test('a guest’s cart is kept when it could not be merged', async () => {
  const id = ensureGuestCartId()
  const failing: Transport = () => Promise.reject(new ApiError(0, networkFailure.chinese))
  await expect(mergeGuestCart(createApi(failing))).rejects.toMatchObject({ status: 0 })
  expect(readGuestCartId()).toBe(id)
})
