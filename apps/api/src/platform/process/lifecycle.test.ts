import { expect, it, vi } from 'vitest'
import { createLifecycle } from './lifecycle.ts'

function lifecycleUnderTest() {
  const ended = Promise.withResolvers<number>()
  const errors: unknown[] = []
  const lifecycle = createLifecycle({
    exit: ended.resolve,
    onError: (error) => errors.push(error),
  })
  return { lifecycle, exitCode: ended.promise, errors }
}

it('closes resources in reverse order, then exits with the given code', async () => {
  const { lifecycle, exitCode } = lifecycleUnderTest()
  const closed: string[] = []
  lifecycle.onStop(async () => closed.push('database'), 100)
  lifecycle.onStop(async () => closed.push('server'), 100)
  lifecycle.stop(0)
  expect(await exitCode).toBe(0)
  expect(closed).toEqual(['server', 'database'])
})

it('continues if a resource fails to close or hangs', async () => {
  const { lifecycle, exitCode, errors } = lifecycleUnderTest()
  const closeDatabase = vi.fn(async () => {})
  const failure = new Error('broken')
  lifecycle.onStop(closeDatabase, 100)
  lifecycle.onStop(() => Promise.reject(failure), 100)
  lifecycle.onStop(() => new Promise(() => {}), 1)
  lifecycle.stop(1)
  expect(await exitCode).toBe(1)
  expect(closeDatabase).toHaveBeenCalledOnce()
  expect(errors).toEqual([failure])
})

it('stops once, however often it is called', async () => {
  const { lifecycle, exitCode } = lifecycleUnderTest()
  const close = vi.fn(async () => {})
  lifecycle.onStop(close, 100)
  lifecycle.stop(0)
  lifecycle.stop(1)
  expect(await exitCode).toBe(0)
  expect(close).toHaveBeenCalledOnce()
  expect(lifecycle.isStopping()).toBe(true)
})
