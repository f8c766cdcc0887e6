import { onlineManager } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.tsx'

it('keeps no timer after a page is rendered on the server', () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey: ['listing'] }))
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('sends requests while offline, so that they fail instead of waiting', async () => {
  onlineManager.setOnline(false)
  const client = createQueryClient()
  await expect(
    client.fetchQuery({ queryKey: ['search'], queryFn: async () => Promise.resolve('asked') }),
  ).resolves.toBe('asked')
  onlineManager.setOnline(true)
})
