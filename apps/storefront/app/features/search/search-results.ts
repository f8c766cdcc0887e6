import type { ProductCard } from '@solvane/contract/catalog'
import { groupThousands } from '@solvane/ui/price'
import type { ReactNode } from 'react'

/** One page of found products, as the API returns it. */
interface ProductPage {
  data: ProductCard[]
  total: number
}

/** The number of the page that follows `pages`, or undefined when they are all there is. */
export function nextPage(pages: readonly ProductPage[]): number | undefined {
  const last = pages.at(-1)
  if (!last || last.data.length === 0) return undefined
  const seen = pages.reduce((sum, page) => sum + page.data.length, 0)
  return seen < last.total ? pages.length + 1 : undefined
}

/** The heading over the results: `24 Search Results`, and `10,000+` of them beyond that. */
export function resultsHeading(total: number): string {
  const number = total > 10_000 ? '10,000+' : groupThousands(String(total))
  return `${number} Search ${total === 1 ? 'Result' : 'Results'}`
}

/** A search as it was when the shopper followed one of its results. */
export interface KeptSearch {
  text: string
  /** Pixels that its results were scrolled. */
  top: number
}

/** Stores the search with its history entry: going back opens it again. */
export function keepSearch(search: KeptSearch): void {
  history.replaceState({ ...history.state, search }, '')
}

/** The search stored with this history entry; null without one. */
export function keptSearch(): KeptSearch | null {
  return history.state?.search ?? null
}

/** The searches that this page has reported. */
const reported = new Set<string>()

/** Reports a search without results, once however often it is repeated. */
export function reportOnce(search: string, report: (search: string) => void): void {
  const text = search.toLowerCase()
  if (reported.has(text)) return
  reported.add(text)
  report(search)
}

/** Shown before the first search. */
interface PopularData {
  hotSearches: ProductCard[]
  hotKeywords: string[]
}

/** The parts of the search that the route provides: the source of its products and their look. */
export interface SearchSlots {
  /** Page `page` (from 1) of the products found for `search`; rejects with an `ApiError`. */
  findProducts: (input: {
    search: string
    page: number
    signal: AbortSignal
  }) => Promise<ProductPage>
  loadPopular: () => Promise<PopularData>
  renderProduct: (product: ProductCard) => ReactNode
}
