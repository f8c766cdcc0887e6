import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { uniqueItems, useLoadMore } from '@solvane/ui/use-load-more.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { PopularProducts, ProductTiles } from './popular-products.tsx'
import styles from './search-overlay.module.css'
import { nextPage, resultsHeading, type SearchSlots } from './search-results.ts'

interface FoundProductsProps extends SearchSlots {
  /** Not empty. */
  search: string
  /** Searches for a popular word. */
  onAsk: (words: string) => void
}

/** What is found for `search`, as an endless list. */
export function FoundProducts(props: FoundProductsProps) {
  const { search, findProducts, loadPopular, renderProduct, onAsk } = props
  const found = useInfiniteQuery({
    queryKey: ['search', search],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => findProducts({ search, page: pageParam, signal }),
    getNextPageParam: (_, pages) => nextPage(pages),
  })
  const pages = found.data?.pages ?? []
  const products = uniqueItems(pages.map((page) => page.data))
  const mark = useLoadMore({
    isReady: found.hasNextPage && !found.isFetching && !found.isError,
    count: products.length,
    onLoadMore: () => found.fetchNextPage(),
  })

  if (found.isError && pages.length === 0) {
    return (
      <EmptyState
        className={styles.state}
        title="Failed to fetch products."
        text={<ErrorText message={messageOf(found.error, 'Please try again in a moment.')} />}
        isError
      >
        <Button kind="secondary" isBusy={found.isFetching} onClick={() => found.refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }

  const isEmpty = found.isSuccess && products.length === 0
  return (
    <>
      <h2 className={styles.heading} aria-live="polite">
        {found.isPending ? 'Searching' : resultsHeading(pages.at(-1)?.total ?? 0)}
      </h2>
      {isEmpty ? (
        <>
          <EmptyState
            className={styles.nothing}
            title={`Nothing matches “${search}”.`}
            note="No Data"
            text="Try a shorter or more general word, or one of these."
          />
          <PopularProducts loadPopular={loadPopular} renderProduct={renderProduct} onAsk={onAsk} />
        </>
      ) : (
        <ProductTiles
          products={products}
          renderProduct={renderProduct}
          isLoading={found.isPending || found.isFetchingNextPage}
        />
      )}
      {found.hasNextPage && (
        <div ref={mark} className={styles.mark}>
          {found.isFetchNextPageError && (
            <Button
              kind="secondary"
              isBusy={found.isFetching}
              onClick={() => found.fetchNextPage()}
            >
              Try again
            </Button>
          )}
        </div>
      )}
    </>
  )
}
