import type { Api, EndpointOutput } from '@solvane/client/api'
import type { ReactNode } from 'react'
import styles from './recommendations.module.css'

/** The choices of products that the home page and the search show. */
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

/** A titled choice of products; their grid is given as children. */
export function RecommendationBlock({
  id,
  title,
  children,
}: {
  /** For links that lead to it. */
  id?: string
  title: string
  children: ReactNode
}) {
  return (
    <section id={id} className={styles.block}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}
