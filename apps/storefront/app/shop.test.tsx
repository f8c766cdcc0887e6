import { expect, it, vi } from 'vitest'
import { createQueryClient } from './shop.tsx'

it('keeps nothing alive after a page is rendered on the server', () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey: ['listing'] }))
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
