import type { EndpointInput } from '@solvane/client/api'
import { readCommaList, writeCommaList } from '@solvane/contract/comma-list'

/** The query parameters of a listing that have several values. */
const listFilters = ['color', 'sizes', 'material'] as const
export type ListFilter = (typeof listFilters)[number]

/** The filter and sort order of a listing, from its URL. Prices in dollars. */
export interface ListingQuery {
  color: string[]
  sizes: string[]
  material: string[]
  priceMin: number | null
  priceMax: number | null
  inStock: boolean
  onSale: boolean
  sort: ListingSort
}

export type ListingSort = 'selection' | 'new' | 'price-asc' | 'price-desc'

/** The sort orders of a listing with their names; the first is the default. */
export const listingSorts: readonly { value: ListingSort; label: string }[] = [
  { value: 'selection', label: 'Our selection' },
  { value: 'new', label: 'Newest first' },
  { value: 'price-asc', label: 'Price, low to high' },
  { value: 'price-desc', label: 'Price, high to low' },
]

/** Products on a page of a listing (spec section 9). */
export const listingPageSize = 16

function amountOf(text: string | null): number | null {
  const amount = Number(text)
  return text && Number.isFinite(amount) && amount >= 0 && amount <= 10_000_000 ? amount : null
}

/** Reads a listing's query from the URL; invalid values are ignored. */
export function readListingQuery(search: URLSearchParams): ListingQuery {
  const list = (name: ListFilter) =>
    [...new Set(search.getAll(name).flatMap(readCommaList))]
      .filter((value) => value !== '' && value.length <= 100 && !value.includes('\0'))
      .slice(0, 50)
  return {
    color: list('color'),
    sizes: list('sizes'),
    material: list('material'),
    priceMin: amountOf(search.get('priceMin')),
    priceMax: amountOf(search.get('priceMax')),
    inStock: search.get('inStock') === 'true',
    onSale: search.get('onSale') === 'true',
    sort: listingSorts.find(({ value }) => value === search.get('sort'))?.value ?? 'selection',
  }
}

/** The page of a listing in the URL, from 1. */
export function readPageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** The URL's query of a listing: only values that differ from the default, always in one order. */
export function listingSearch(query: ListingQuery, page = 1): string {
  const search = new URLSearchParams()
  for (const name of listFilters)
    if (query[name].length) search.set(name, writeCommaList(query[name]))
  if (query.priceMin !== null) search.set('priceMin', String(query.priceMin))
  if (query.priceMax !== null) search.set('priceMax', String(query.priceMax))
  if (query.inStock) search.set('inStock', 'true')
  if (query.onSale) search.set('onSale', 'true')
  if (query.sort !== 'selection') search.set('sort', query.sort)
  if (page > 1) search.set('page', String(page))
  return search.size ? `?${search}` : ''
}

/** The filter as the API accepts it, for the category `identifier`. */
export function facetInput(identifier: string, query: ListingQuery): EndpointInput<'listFacets'> {
  return {
    query: {
      cIdentifiers: identifier,
      color: writeCommaList(query.color),
      sizes: writeCommaList(query.sizes),
      material: writeCommaList(query.material),
      priceMin: query.priceMin ?? undefined,
      priceMax: query.priceMax ?? undefined,
      inStock: query.inStock ? 'true' : undefined,
      onSale: query.onSale ? 'true' : undefined,
    },
  }
}

/** A page of the listing as the API accepts it. */
export function productsInput(
  identifier: string,
  query: ListingQuery,
  page: number,
): EndpointInput<'listProducts'> {
  return {
    query: {
      ...facetInput(identifier, query).query,
      sort: query.sort === 'selection' ? undefined : query.sort,
      page: String(page),
      size: String(listingPageSize),
    },
  }
}

/** The query without any filter; the sort order stays. */
export function withoutFilters(query: ListingQuery): ListingQuery {
  return { ...readListingQuery(new URLSearchParams()), sort: query.sort }
}

/** An applied filter: its text, and the query without it. */
interface AppliedFilter {
  label: string
  without: ListingQuery
}

/** The applied filters one by one. `labelOf` names a value; `money` formats dollars. */
export function appliedFilters(
  query: ListingQuery,
  money: (amount: number) => string,
): AppliedFilter[] {
  const applied: AppliedFilter[] = []
  for (const name of listFilters) {
    for (const value of query[name]) {
      const label = name === 'sizes' ? `Size ${value}` : value
      applied.push({
        label,
        without: { ...query, [name]: query[name].filter((other) => other !== value) },
      })
    }
  }
  const { priceMin, priceMax } = query
  if (priceMin !== null || priceMax !== null) {
    const label =
      priceMin === null
        ? `Up to ${money(priceMax ?? 0)}`
        : priceMax === null
          ? `From ${money(priceMin)}`
          : `${money(priceMin)} – ${money(priceMax)}`
    applied.push({ label, without: { ...query, priceMin: null, priceMax: null } })
  }
  if (query.inStock) applied.push({ label: 'In stock', without: { ...query, inStock: false } })
  if (query.onSale) applied.push({ label: 'On sale', without: { ...query, onSale: false } })
  return applied
}
