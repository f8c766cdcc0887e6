import { expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

it('one runs at a time, in order, and a failure holds up none', async () => {
  const done = vi.fn()
  const turns = createTurns(done)
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const results = [
    turns.take(async () => {
      log.push('one begins')
      await first.promise
      log.push('one ends')
    }),
    turns.take(async () => {
      log.push('two fails')
      throw new Error('two')
    }),
    turns.take(async () => 'three'),
  ]
  expect(turns.isBusy()).toBe(true)
  first.resolve()
  expect(await Promise.allSettled(results)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected' },
    { value: 'three' },
  ])
  expect(log).toEqual(['one begins', 'one ends', 'two fails'])
  expect(turns.isBusy()).toBe(false)
  expect(done).toHaveBeenCalledTimes(3)
})
