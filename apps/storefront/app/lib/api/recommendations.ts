import type { Api, EndpointOutput } from '@solvane/client/api'

/** The choices of products that the home page, the search and the menu show. */
type Recommendations = EndpointOutput<'getRecommendations'>['data']

/** Kept in this browser for the life of the tab. */
let kept: Promise<Recommendations> | undefined

/**
 * The recommendations: in the browser requested once, by whichever part of the shop needs them first, and
 * again only after a failure. On the server always requested.
 */
export function loadRecommendations(api: Api, signal?: AbortSignal): Promise<Recommendations> {
  const ask = () => api.call('getRecommendations', {}, { signal }).then(({ data }) => data)
  if (import.meta.env.SSR) return ask()
  kept ??= ask().catch((error: unknown) => {
    kept = undefined
    throw error
  })
  return kept
}
