import type { ProductListQuery } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
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
