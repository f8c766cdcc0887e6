import { type ProductCard, type ProductListQuery, productSizeOf } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { type SearchFor, search } from '../search/search.ts'
import {
  countCategory,
  countFilteredProducts,
  listFilteredProducts,
  newestProducts,
  searchedProducts,
} from './catalog.queries.ts'
import { toProductCard } from './product-card.ts'
import { compileSearch } from './product-filter.queries.ts'
import { isNarrowed, toFilter } from './product-filter.ts'

/** Identifier of the root category, which holds everything. */
const everything = 'all'

type Context = Pick<AppContext, 'db' | 'clock' | 'changes'>

/** A page of products and how many there are in all. Nothing is refused: an unknown category is empty. */
export async function listProducts(
  ctx: Context,
  query: ProductListQuery,
): Promise<{ data: ProductCard[]; total: number }> {
  const at = ctx.clock.now()
  const limit = productSizeOf(query)
  const offset = (query.page - 1) * limit
  const filter = await toFilter(ctx, query)
  const isSearch = Boolean(query.search?.trim())
  const sort =
    query.sort === 'relevance' && !isSearch
      ? 'new'
      : (query.sort ?? (isSearch ? 'relevance' : 'new'))

  const category = query.cIdentifiers[0] ?? everything
  const isWholeCategory = !isSearch && query.cIdentifiers.length <= 1 && !isNarrowed(filter)
  if (isWholeCategory && sort === 'new') {
    const { rows, total } = await newestProducts(ctx.db, { category, at, limit, offset })
    return { data: rows.map(toProductCard), total }
  }

  const find = async (search: SearchFor | null) => {
    if (search && sort === 'relevance' && filter.categoryIds === null && !isNarrowed(filter)) {
      const { rows, total } = await searchedProducts(ctx.db, { ...search, at, limit, offset })
      return { data: rows.map(toProductCard), total }
    }
    const narrowed = { ...filter, search: search && (await compileSearch(ctx.db, search)) }
    const { rows, total: known } = await listFilteredProducts(ctx.db, {
      filter: narrowed,
      sort,
      wantsTotal: !isWholeCategory,
      at,
      limit,
      offset,
    })
    const isLastPage = rows.length < limit && (rows.length > 0 || offset === 0)
    const total =
      known ??
      (isLastPage
        ? offset + rows.length
        : isWholeCategory
          ? await countCategory(ctx.db, category)
          : await countFilteredProducts(ctx.db, narrowed, at))
    return { data: rows.map(toProductCard), total }
  }
  return isSearch ? search(query.search ?? '', find) : find(null)
}
