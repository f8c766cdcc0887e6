import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { browserQueryClient, createQueryClient } from './query-client.ts'

/**
 * Gives a part of the shop that asks the API by itself the cache to ask through. Such parts are
 * loaded when they are wanted, and this with them: the pages that the house opens with do without.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(import.meta.env.SSR ? createQueryClient : browserQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
