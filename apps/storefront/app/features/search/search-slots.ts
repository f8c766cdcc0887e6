import type { ProductCard } from '@solvane/contract/catalog'
import type { ReactNode } from 'react'
import type { ProductPage } from './search-results.ts'

/** What is shown before anything is asked. */
interface PopularPieces {
  hotSearches: ProductCard[]
  hotKeywords: string[]
}

/** What the route gives the search: where its products come from and how one looks. */
export interface SearchSlots {
  /** Page `page` (from 1) of what is found for `search`; rejects with an `ApiError`. */
  findProducts: (input: {
    search: string
    page: number
    signal: AbortSignal
  }) => Promise<ProductPage>
  loadPopular: () => Promise<PopularPieces>
  renderProduct: (product: ProductCard) => ReactNode
}
