import type { EndpointInput } from '@solvane/client/api'
import { readCommaList, writeCommaList } from '@solvane/contract/comma-list'

/** The query parameters of a listing that have several values. */
export const listFilters = ['color', 'sizes', 'material'] as const
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

/** The filter and the sort order under the names of the URL, which are the API's, too. */
function inputOf(query: ListingQuery): object {
  return Object.fromEntries(new URLSearchParams(listingSearch(query)))
}

/** The filter as the API accepts it, for the category `identifier`. */
export function facetInput(identifier: string, query: ListingQuery): EndpointInput<'listFacets'> {
  return { query: { ...inputOf({ ...query, sort: 'selection' }), cIdentifiers: identifier } }
}

/** A page of the listing as the API accepts it. */
export function productsInput(
  identifier: string,
  query: ListingQuery,
  page: number,
): EndpointInput<'listProducts'> {
  const size = String(listingPageSize)
  return { query: { ...inputOf(query), cIdentifiers: identifier, page: String(page), size } }
}

/** The query without any filter; the sort order stays. */
export function withoutFilters(query: ListingQuery): ListingQuery {
  return { ...readListingQuery(new URLSearchParams()), sort: query.sort }
}
