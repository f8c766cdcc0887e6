import type { ProductCard } from '@solvane/contract/catalog'

/** One page of found products, as the API gives it. */
export interface ProductPage {
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

const count = new Intl.NumberFormat('en-US')

const mostNamed = 10_000

/** The heading over what was found: `24 Search Results`, and `10,000+` of them beyond that. */
export function resultsHeading(total: number): string {
  const number = total > mostNamed ? `${count.format(mostNamed)}+` : count.format(total)
  return `${number} Search ${total === 1 ? 'Result' : 'Results'}`
}
