import { type Api, isApiFailure } from '@solvane/client/api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProvider } from './lib/api-provider.tsx'

/** How the shop's first element begins: where React's head markup ends and the body starts. */
export const shopTag = '<div id="shop"'

const isRefusal = (error: unknown) =>
  isApiFailure(error) && error.status >= 400 && error.status < 500

/**
 * The cache of what the browser loads by itself. One for a browser; one for a rendered page, which
 * is dropped with it and so must not set a timer that would keep it alive.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        // What was refused will be refused again; a lost network or an overloaded server may be back.
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Offline a call fails and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The frame around every page, alike on the server and in the browser. */
export function Shop(props: { api: Api; queryClient: QueryClient; children: ReactNode }) {
  return (
    <div id="shop">
      <QueryClientProvider client={props.queryClient}>
        <ApiProvider api={props.api}>{props.children}</ApiProvider>
      </QueryClientProvider>
    </div>
  )
}
