import type { EndpointOutput } from '@solvane/client/api'
import { textLinkClass } from '@solvane/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api/api-provider.tsx'
import { Link } from '../../lib/link.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import styles from './latest-favorites.module.css'

/** One row of the widest grid. */
const shownFavorites = 4

interface LatestFavoritesProps {
  renderProducts: (products: EndpointOutput<'listFavorites'>['data']) => ReactNode
}

/** The shopper's latest favourites; nothing while there are none. */
export function LatestFavorites({ renderProducts }: LatestFavoritesProps) {
  const api = useApi()
  const session = useSessionId()
  const { data } = useQuery({
    queryKey: personalKey(session, 'favorites', 'latest'),
    queryFn: ({ signal }) =>
      api.call('listFavorites', { query: { page: 1, pageSize: shownFavorites } }, { signal }),
    enabled: Boolean(session),
    staleTime: 0,
    gcTime: 0,
  })
  if (!data || data.data.length === 0) return null
  return (
    <section className={styles.latest} aria-label="Your favourites">
      <div className={styles.head}>
        <h2 className={styles.title}>Your favourites</h2>
        {data.total > shownFavorites && (
          <Link className={textLinkClass} to="/profile/favorite">
            All {data.total}
          </Link>
        )}
      </div>
      <div className={styles.products}>{renderProducts(data.data)}</div>
    </section>
  )
}
