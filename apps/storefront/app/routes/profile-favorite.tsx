import type { EndpointOutput } from '@solvane/client/api'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { uniqueItems, useLoadMore } from '@solvane/ui/use-load-more.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { cardHeart, useFavorites } from '../features/favorites/favorites.tsx'
import { favoriteMessages } from '../features/favorites/favorites-client.ts'
import { useApi } from '../lib/api/api-provider.tsx'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import { Link } from '../lib/link.tsx'
import { personalKey, useSessionId } from '../lib/session/use-session.ts'
import styles from './profile-favorite.module.css'

/** /profile/favorite */
export function Component() {
  return (
    <>
      <title>My Wishlist · Solvane</title>
      <meta name="robots" content="noindex" />
      <div>
        <Head />
        <FavoritesList />
      </div>
    </>
  )
}

/** The title, and how many there are. */
function Head() {
  const { ids } = useFavorites()
  return (
    <header className={styles.header}>
      <h1>My Wishlist</h1>
      <p className={styles.count} aria-live="polite">
        {ids !== null && ids.size > 0 && (ids.size === 1 ? 'One piece' : `${ids.size} pieces`)}
      </p>
    </header>
  )
}

/** Products on a page, and placeholders while it loads (spec section 9). */
const pageSize = 16
const placeholders = 4

const productsOf = (pages: EndpointOutput<'listFavorites'>[]) =>
  uniqueItems(pages.map(({ data }) => data))

/**
 * The favourites as an endless list, the newest first. A product whose heart is removed stays in
 * its place until the page is left, so that a mistake can be undone there.
 */
function FavoritesList() {
  const api = useApi()
  const sessionId = useSessionId()
  const { ids } = useFavorites()
  const list = useInfiniteQuery({
    queryKey: personalKey(sessionId, 'favorites'),
    queryFn: ({ pageParam, signal }) =>
      api.call('listFavorites', { query: { page: pageParam, pageSize } }, { signal }),
    initialPageParam: 1,
    // Products whose hearts were removed are no longer in the server's list: those after them have moved up.
    getNextPageParam: (last, pages) => {
      const shown = productsOf(pages)
      const kept = ids ? shown.filter(({ id }) => ids.has(id)).length : shown.length
      const hasAdded = shown.length > productsOf(pages.slice(0, -1)).length
      return hasAdded && kept < last.total ? Math.floor(kept / pageSize) + 1 : undefined
    },
    enabled: Boolean(sessionId),
    staleTime: 0,
    gcTime: 0,
  })
  const products = productsOf(list.data?.pages ?? [])
  const mark = useLoadMore({
    isReady: list.hasNextPage && !list.isFetching && !list.isError,
    count: products.length,
    onLoadMore: () => list.fetchNextPage(),
  })

  if (list.isError && products.length === 0) {
    return (
      <EmptyState
        title="Failed to fetch products."
        text={<ErrorText message={messageOf(list.error, 'Please try again in a moment.')} />}
        isError
      >
        <Button kind="secondary" isBusy={list.isFetching} onClick={() => list.refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  if (list.isSuccess && products.length === 0) {
    return (
      <EmptyState title="Tap the heart on any piece to keep it here." note={favoriteMessages.none}>
        <Link className={buttonClass('primary')} to="/">
          Discover the collection
        </Link>
      </EmptyState>
    )
  }
  return (
    <section aria-label="Pieces" aria-busy={list.isFetching}>
      <div className={styles.products}>
        <ProductGrid
          products={products}
          placeholders={list.isPending || list.isFetchingNextPage ? placeholders : 0}
          level={2}
          corner={cardHeart}
        />
      </div>
      {list.hasNextPage && (
        <div ref={mark} className={styles.mark}>
          {list.isFetchNextPageError && (
            <div role="alert" className={styles.failure}>
              <p>
                <ErrorText message={messageOf(list.error, 'Failed to fetch products.')} />
              </p>
              <Button kind="secondary" onClick={() => list.fetchNextPage()}>
                Try again
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  )
}
