import type { CallOutput } from '@solvane/client/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useApi } from '../../lib/api-provider.tsx'
import { withoutRepeats } from '../../lib/without-repeats.ts'
import { type ListingQuery, listingPageSize, productsInput } from './listing-query.ts'

type ProductPage = CallOutput<'listProducts'>

/**
 * The pieces of a listing from `firstPage` on, more at every `loadMore`. The pages stay in memory
 * for half an hour with the visit that loaded them: going back finds them all and the same place,
 * while a link to the same listing begins with what it is now.
 */
export function useListing(props: {
  identifier: string
  query: ListingQuery
  pageNumber: number
  firstPage: ProductPage
}) {
  const { identifier, query, pageNumber, firstPage } = props
  const api = useApi()
  const visit = useLocation().key
  const listing = useInfiniteQuery({
    queryKey: ['listing', visit, identifier, query, pageNumber],
    queryFn: ({ pageParam, signal }) =>
      api.call('listProducts', productsInput(identifier, query, pageParam), { signal }),
    initialPageParam: pageNumber,
    getNextPageParam: (last, _pages, lastPage) =>
      last.data.length > 0 && lastPage * listingPageSize < last.total ? lastPage + 1 : undefined,
    initialData: { pages: [firstPage], pageParams: [pageNumber] },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { pages } = listing.data
  return {
    products: withoutRepeats(pages.map((page) => page.data)),
    total: firstPage.total,
    nextPage: listing.hasNextPage ? pageNumber + pages.length : null,
    isLoading: listing.isFetchingNextPage,
    error: listing.isFetchNextPageError ? listing.error : null,
    loadMore: () => {
      if (!listing.isFetchingNextPage) void listing.fetchNextPage({ cancelRefetch: false })
    },
  }
}
