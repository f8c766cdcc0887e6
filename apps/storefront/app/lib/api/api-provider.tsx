import type { Api } from '@solvane/client/api'
import { createContext, type ReactNode, use } from 'react'

const ApiContext = createContext<Api | null>(null)

/** Gives the components below it the client. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>
}

/** The client, for requests that a component sends by itself after hydration. */
export function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider above it.')
  return api
}
