import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureGuestCartId, guestCartIdKey, readGuestCartId } from './guest-cart.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
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
  'an id that the house would refuse, %j, gives way to a good one',
  (bad) => {
    kept.set(guestCartIdKey, bad)
    expect(readGuestCartId()).toBeNull()
    expect(ensureGuestCartId()).toMatch(/^[0-9a-f-]{36}$/)
    expect(readGuestCartId()).toBe(kept.get(guestCartIdKey))
  },
)
