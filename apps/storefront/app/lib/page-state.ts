import type { HydrationState } from 'react-router'

/** Id of the element that the shop is hydrated in. */
export const rootElementId = 'root'

/** Id of the data script that carries a page's loaded data from the server to the browser. */
export const stateElementId = 'page-state'

/** What the server loaded for the page, to begin from instead of loading again. */
export type PageState = Pick<HydrationState, 'loaderData' | 'errors'>

/** Reads the page's state from the document. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById(stateElementId)?.textContent ?? '{}')
}
