import {
  type Facets,
  type ProductCard,
  type ProductListQuery,
  productSizeOf,
} from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { search } from '../search/search.ts'
import {
  countByMaterial,
  countByOffer,
  countFilteredProducts,
  listColors,
  listFilteredProducts,
  newestProducts,
  type ProductFilter,
  searchedProducts,
  summarise,
} from './catalog.queries.ts'
import { toDollars, toProductCard } from './product-card.ts'
import { compareSizes } from './size-order.ts'

/** Identifier of the root category, which holds everything. */
const everything = 'all'

type FilterQuery = Omit<ProductListQuery, 'page' | 'size' | 'pageSize' | 'limit' | 'sort'>
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

/**
 * What the list of `query` can be narrowed by. Each facet counts as if its own choice were not
 * made, so that a second colour can be added to the first.
 */
export async function listFacets(ctx: Context, query: FilterQuery): Promise<Facets> {
  const filter = toFilter(query)
  const text = query.search?.trim()
  return text
    ? search(text, (words) => facetsOf(ctx, { ...filter, search: words }))
    : facetsOf(ctx, filter)
}

async function facetsOf(ctx: Context, filter: ProductFilter): Promise<Facets> {
  const at = ctx.clock.now()
  const [colors, sizes, materials, summary, palette] = await Promise.all([
    countByOffer(ctx.db, { ...filter, colors: [] }, 'color', at),
    countByOffer(ctx.db, { ...filter, sizes: [] }, 'size', at),
    countByMaterial(ctx.db, { ...filter, materials: [] }, at),
    summarise(ctx.db, filter, at),
    listColors(ctx.db),
  ])
  const countOfColor = new Map(colors.map(({ value, count }) => [value, count]))
  return {
    colors: palette.flatMap(({ name, hex }) => {
      const count = countOfColor.get(name)
      return count ? [{ value: name, label: name, hex, count }] : []
    }),
    sizes: sizes
      .sort((a, b) => compareSizes(a.value, b.value))
      .map(({ value, count }) => ({ value, label: value, count })),
    materials: materials.map(({ value, count }) => ({ value, label: value, count })),
    price: { min: toDollars(summary.minCents), max: toDollars(summary.maxCents) },
    inStock: summary.inStock,
    onSale: summary.onSale,
    total: summary.total,
  }
}

function toFilter(query: FilterQuery): ProductFilter {
  const toCents = (dollars: number | undefined) =>
    dollars === undefined ? null : Math.round(dollars * 100)
  return {
    categories: query.cIdentifiers,
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
function isNarrowed(filter: ProductFilter): boolean {
  return (
    filter.colors.length + filter.sizes.length + filter.materials.length > 0 ||
    filter.priceMinCents !== null ||
    filter.priceMaxCents !== null ||
    filter.inStock ||
    filter.onSale
  )
}
