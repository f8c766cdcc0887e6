import { Overview } from '../features/account/overview.tsx'
import { VerificationNotice } from '../features/account/account-frame.tsx'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { ChatLink } from '../features/chat/chat-launcher.tsx'
import { cardHeart } from '../features/favorites/favorite-button.tsx'
import { LatestFavorites } from '../features/favorites/latest-favorites.tsx'
import { LastOrder } from '../features/orders/order-card.tsx'
import { useSession } from '../lib/session/session-profile.ts'

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
        <LatestFavorites
          renderProducts={(products) => <ProductGrid products={products} corner={cardHeart} />}
        />
      </Overview>
    </>
  )
}
