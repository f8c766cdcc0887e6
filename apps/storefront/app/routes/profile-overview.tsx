import { textLinkClass } from '@solvane/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Overview } from '../features/account/overview.tsx'
import { VerificationNotice } from '../features/account/verification-notice.tsx'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { ChatLink } from '../features/chat/chat-launcher.tsx'
import { cardHeart } from '../features/favorites/favorites.tsx'
import { LastOrder } from '../features/orders/order-card.tsx'
import { useApi } from '../lib/api/api-provider.tsx'
import { Link } from '../lib/link.tsx'
import { useSession } from '../lib/session/session-profile.ts'
import { personalKey, useSessionId } from '../lib/session/use-session.ts'
import styles from './profile-overview.module.css'

/** /profile */
export function Component() {
  const { profile } = useSession()
  if (!profile) return null
  return (
    <>
      <title>Your account · Solvane</title>
      <meta name="robots" content="noindex" />
      {!profile.isEmailVerified && <VerificationNotice email={profile.email} />}
      <Overview
        profile={profile}
        adviser={(className, content) => <ChatLink className={className}>{content}</ChatLink>}
      >
        <LastOrder />
        <LatestFavorites />
      </Overview>
    </>
  )
}

/** One row of the widest grid. */
const shownFavorites = 4

/** The shopper's latest favourites; nothing while there are none. */
function LatestFavorites() {
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
      <div className={styles.products}>
        <ProductGrid products={data.data} corner={cardHeart} />
      </div>
    </section>
  )
}
