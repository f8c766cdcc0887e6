import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRests } from './rests.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('only the last change of a key comes to rest; other keys rest by themselves', async () => {
  const { rest } = createRests(300)
  const [early, elsewhere] = [rest('a'), rest('b')]
  vi.advanceTimersByTime(299)
  const late = rest('a')
  expect(await early).toBe(false)
  vi.advanceTimersByTime(299)
  expect(await elsewhere).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await late).toBe(true)
})

it('in a hurry nothing rests', async () => {
  const { rest, hurry } = createRests(300)
  const resting = [rest('a'), rest('b')]
  hurry()
  expect(await Promise.all(resting)).toEqual([true, true])
})
