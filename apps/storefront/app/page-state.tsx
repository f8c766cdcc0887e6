import type { Api } from '@solvane/client/api'
import type { ReactNode } from 'react'
import type { HydrationState } from 'react-router'
import { ApiProvider } from './lib/api/api-provider.tsx'
import { AfterHydrationProvider } from './lib/when.tsx'

/** Id of the element that the shop is hydrated in. */
export const rootElementId = 'root'

/** Id of the data script that carries a page's loaded data from the server to the browser. */
export const stateElementId = 'page-state'

/** The data that the server loaded for the page, to start from instead of loading it again. */
export type PageState = Pick<HydrationState, 'loaderData' | 'errors'>

/** Reads the page's state from the document. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById(stateElementId)?.textContent ?? '{}')
}

/**
 * Whether the document was loaded for this address: going back may change only the address before
 * the page is hydrated. Where the browser does not report the loaded address, it is assumed to match.
 */
export function isPageOf({ origin, pathname, search }: Location): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!navigation?.name.startsWith(origin)) return true
  const loaded = new URL(navigation.name)
  return loaded.pathname === pathname && loaded.search === search
}

/** JSON that is safe inside a script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** How the shop's first element begins: where React's head markup ends and the body starts. */
export const shopTag = '<div id="shop"'

/** The frame around every page, alike on the server and in the browser. */
export function Shop(props: { api: Api; children: ReactNode }) {
  return (
    <div id="shop">
      <AfterHydrationProvider>
        <ApiProvider api={props.api}>{props.children}</ApiProvider>
      </AfterHydrationProvider>
    </div>
  )
}
