import { type ProductCard, type ProductListQuery, productSizeOf } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { search } from '../search/search.ts'
import {
  countFilteredProducts,
  listFilteredProducts,
  newestProducts,
  searchedProducts,
} from './catalog.queries.ts'
import { toProductCard } from './product-card.ts'
import type { ProductFilter } from './product-filter.queries.ts'
import { isNarrowed, toFilter } from './product-filter.ts'

/** Identifier of the root category, which holds everything. */
const everything = 'all'

type Context = Pick<AppContext, 'db' | 'clock'>

/** A page of products and how many there are in all. Nothing is refused: an unknown category is empty. */
export async function listProducts(
  ctx: Context,
  query: ProductListQuery,
): Promise<{ data: ProductCard[]; total: number }> {
  const at = ctx.clock.now()
  const limit = productSizeOf(query)
  const offset = (query.page - 1) * limit
  const filter = toFilter(query)
  const isSearch = Boolean(query.search?.trim())
  const sort =
    query.sort === 'relevance' && !isSearch
      ? 'new'
      : (query.sort ?? (isSearch ? 'relevance' : 'new'))

  if (!isSearch && sort === 'new' && filter.categories.length <= 1 && !isNarrowed(filter)) {
    const category = filter.categories[0] ?? everything
    const { rows, total } = await newestProducts(ctx.db, { category, at, limit, offset })
    return { data: rows.map(toProductCard), total }
  }

  const find = async (search: ProductFilter['search']) => {
    if (search && sort === 'relevance' && filter.categories.length === 0 && !isNarrowed(filter)) {
      const { rows, total } = await searchedProducts(ctx.db, { ...search, at, limit, offset })
      return { data: rows.map(toProductCard), total }
    }
    const narrowed = { ...filter, search }
    const rows = await listFilteredProducts(ctx.db, { filter: narrowed, sort, at, limit, offset })
    const isLastPage = rows.length < limit && (rows.length > 0 || offset === 0)
    const total = isLastPage
      ? offset + rows.length
      : await countFilteredProducts(ctx.db, narrowed, at)
    return { data: rows.map(toProductCard), total }
  }
  return isSearch ? search(query.search ?? '', find) : find(null)
}
