import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isClientError } from './failure.tsx'

// Not in a later task, as by default: a second press of a button would come first, before the button
// knows that it is busy.
notifyManager.setScheduler(queueMicrotask)

/** The cache of the browser's own requests; see `browserQueryClient` and `Queries`. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        // The cache of a rendered page is dropped with it, and must not set a timer that keeps it
        // alive.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: (failures, error) => failures < 1 && !isClientError(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Offline a request fails and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

let ofBrowser: QueryClient | undefined

/**
 * The one cache of this browser, created on first use. Not for the server,
 * where shoppers must not share a cache.
 */
export function browserQueryClient(): QueryClient {
  if (!ofBrowser) {
    ofBrowser = createQueryClient()
    // Mounted without a `QueryClientProvider`, too: the cart and the favourites follow focus and
    // network.
    ofBrowser.mount()
  }
  return ofBrowser
}

/**
 * Provides the query cache to a part of the shop that loads data in the browser. Such parts are
 * loaded on demand, and this with them: the entrance pages do without.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(import.meta.env.SSR ? createQueryClient : browserQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
