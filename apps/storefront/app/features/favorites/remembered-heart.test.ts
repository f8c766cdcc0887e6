import { beforeEach, expect, it, vi } from 'vitest'
import { rememberHeart, takeRememberedHeart } from './remembered-heart.ts'

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

const piece = { productId: 'p', named: 'v' }
const hour = 60 * 60_000

it('a heart is remembered once', () => {
  rememberHeart(piece, 0)
  expect(takeRememberedHeart(hour)).toEqual(piece)
  expect(takeRememberedHeart(hour)).toBeNull()
})

it('and not for ever', () => {
  rememberHeart(piece, 0)
  expect(takeRememberedHeart(hour + 1)).toBeNull()
})

it.each(['{', '3', '{"productId":"p"}'])('what is not ours is nothing: %s', (text) => {
  kept.set('favoriteToSet', text)
  expect(takeRememberedHeart(0)).toBeNull()
})
