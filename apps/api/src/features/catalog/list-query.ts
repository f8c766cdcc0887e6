import type { ProductListQuery } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import type { ChangeTag } from '../../platform/database/changes.ts'
import { categoryIds } from '../categories/category-index.ts'
import type { ProductFilter } from './product-filter.queries.ts'

/** The filter of a list, as the contract has parsed it. */
export type FilterQuery = Omit<ProductListQuery, 'page' | 'size' | 'pageSize' | 'limit' | 'sort'>

/** Converts `query` to the units of the database. The caller adds the search. */
export async function toFilter(
  ctx: Pick<AppContext, 'db' | 'changes'>,
  query: FilterQuery,
): Promise<ProductFilter> {
  const toCents = (dollars: number | undefined) =>
    dollars === undefined ? null : Math.round(dollars * 100)
  return {
    categoryIds: query.cIdentifiers.length > 0 ? await categoryIds(ctx, query.cIdentifiers) : null,
    search: null,
    colors: query.color,
    sizes: query.sizes,
    materials: query.material,
    priceMinCents: toCents(query.priceMin),
    priceMaxCents: toCents(query.priceMax),
    inStock: query.inStock,
    onSale: query.onSale,
  }
}

/** Whether more than category and search narrow the list. */
export function isNarrowed(filter: ProductFilter): boolean {
  return (
    filter.colors.length + filter.sizes.length + filter.materials.length > 0 ||
    filter.priceMinCents !== null ||
    filter.priceMaxCents !== null ||
    filter.inStock ||
    filter.onSale
  )
}

/** Identifier of the root category, which lists every product. */
export const everything = 'all'

/** The tags of an answer that shows these products. */
export function productTags(products: readonly { id: string }[]): ChangeTag[] {
  return products.map(({ id }): ChangeTag => `product:${id}`)
}

/** The tags of a list beside those of its products: changes that bring other products onto it. */
export function listTags(query: ProductListQuery): ChangeTag[] {
  const { search: _search, cIdentifiers: _, sort, ...others } = query
  const { page: _page, size, pageSize, limit, ...filter } = others
  const isNarrowed = Object.values(filter).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false,
  )
  const readsFacts = isNarrowed || sort === 'price-asc' || sort === 'price-desc'
  return [...membershipTags(query), ...(readsFacts ? factsTags(query) : [])]
}

/** The tags of filter counts. */
export function facetTags(query: FilterQuery): ChangeTag[] {
  return [...membershipTags(query), ...factsTags(query)]
}

function categoriesOf({ cIdentifiers }: FilterQuery): string[] {
  return cIdentifiers.length > 0 ? cIdentifiers : [everything]
}

function membershipTags(query: FilterQuery): ChangeTag[] {
  const lists = categoriesOf(query).map((category): ChangeTag => `list:${category}`)
  return ['catalogue', 'tree', ...lists, ...(query.search?.trim() ? (['search'] as const) : [])]
}

function factsTags(query: FilterQuery): ChangeTag[] {
  return categoriesOf(query).map((category): ChangeTag => `facts:${category}`)
}
