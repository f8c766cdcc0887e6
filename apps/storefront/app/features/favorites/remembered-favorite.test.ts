import { beforeEach, expect, it, vi } from 'vitest'
import { rememberFavorite, takeRememberedFavorite } from './remembered-favorite.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

const target = { productId: 'p', variantOrProductId: 'v' }
const hour = 60 * 60_000

it('returns the remembered favourite once', () => {
  rememberFavorite(target, 0)
  expect(takeRememberedFavorite(hour)).toEqual(target)
  expect(takeRememberedFavorite(hour)).toBeNull()
})

it('forgets it after an hour', () => {
  rememberFavorite(target, 0)
  expect(takeRememberedFavorite(hour + 1)).toBeNull()
})

it.each(['{', '3', '{"productId":"p"}'])(
  'ignores stored text that it did not write: %s',
  (text) => {
    kept.set('favoriteToSet', text)
    expect(takeRememberedFavorite(0)).toBeNull()
  },
)
