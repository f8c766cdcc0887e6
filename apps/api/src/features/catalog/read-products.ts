import {
  type Facets,
  type Product,
  type ProductCard,
  type ProductListQuery,
  productListQuery,
  productSizeOf,
} from '@solvane/contract/catalog'
import { isUuid } from '@solvane/contract/text'
import pLimit from 'p-limit'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { categoryTrail, selectionOf } from '../categories/category-index.ts'
import { type SearchFor, search } from '../search/search.ts'
import {
  countCategory,
  countFilteredProducts,
  findFormerProduct,
  findProduct,
  isAnyThere,
  type ListedPage,
  listFilteredProducts,
  newestProducts,
} from './catalog.queries.ts'
import { everything, type FilterQuery, isNarrowed, toFilter } from './list-query.ts'
import { findProductCards } from './product-cards.ts'
import {
  compileSearch,
  countFacets,
  everyProduct,
  listColors,
  type ProductFilter,
} from './product-filter.queries.ts'
import { findReplaced, findTurn, nearestProducts, type Turn } from './product-page.queries.ts'
import { toCard, toDollars } from './to-card.ts'
import { type ProductRow, toProduct } from './to-product.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'changes'>

interface ProductList {
  data: ProductCard[]
  total: number
}

/** A page of products and the total. Nothing is rejected: an unknown category is empty. */
export async function listProducts(ctx: Context, query: ProductListQuery): Promise<ProductList> {
  const { rows, total } = await findPage(ctx, query)
  return { data: rows.map(toCard), total }
}

/** How many products a search of the whole shop finds; above 10,000 it is 10,001. */
export async function countResults(ctx: Context, search: string): Promise<number> {
  return (await findPage(ctx, productListQuery.parse({ search, size: 1 }))).total
}

async function findPage(ctx: Context, query: ProductListQuery): Promise<ListedPage> {
  const at = ctx.clock.now()
  const limit = productSizeOf(query)
  const offset = (query.page - 1) * limit
  const filter = await toFilter(ctx, query)
  const isSearch = Boolean(query.search?.trim())
  const category = query.cIdentifiers[0] ?? everything
  const wanted = query.sort ?? (isSearch ? 'relevance' : 'selection')
  const isByHand = wanted === 'selection' || (wanted === 'relevance' && !isSearch)
  // With several categories in the filter no arrangement applies.
  const selection =
    isByHand && query.cIdentifiers.length <= 1 ? await selectionOf(ctx, category) : null
  const sort = isByHand ? 'new' : wanted
  const isWholeCategory = !isSearch && query.cIdentifiers.length <= 1 && !isNarrowed(filter)
  if (isWholeCategory && sort === 'new' && selection === null) {
    return newestProducts(ctx.db, { category, at, limit, offset })
  }

  const find = async (search: SearchFor | null) => {
    const narrowed = { ...filter, search: search && (await compileSearch(ctx.db, search)) }
    const { rows, total: known } = await listFilteredProducts(ctx.db, {
      filter: narrowed,
      sort,
      selection,
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
    return { rows, total }
  }
  if (!isSearch) return find(null)
  return search(query.search ?? '', find, { rows: [], total: 0 }, foundElsewhere(ctx, filter))
}

/**
 * Returns a function that finds out whether a search matches anything in the whole shop; null if the
 * filter narrows nothing.
 */
function foundElsewhere({ db, clock }: Context, filter: ProductFilter) {
  if (filter.categoryIds === null && !isNarrowed(filter)) return null
  return async (search: SearchFor): Promise<boolean> => {
    const whole = { ...everyProduct, search: await compileSearch(db, search) }
    return isAnyThere(db, whole, clock.now())
  }
}

/**
 * One product by id or identifier, including former identifiers. Throws
 * `PRODUCT_NOT_FOUND`.
 */
export async function getProduct(
  ctx: Pick<AppContext, 'db' | 'clock' | 'changes'>,
  idOrIdentifier: string,
): Promise<Product> {
  const row = await findByEither(ctx, idOrIdentifier)
  if (!row) throw new ShopError('PRODUCT_NOT_FOUND')
  const breadcrumbs = row.category ? await categoryTrail(ctx, row.category) : []
  return toProduct(row, breadcrumbs)
}

/**
 * The 360° view of a product in a color: its pictures all around, and those that open it; empty lists without
 * one. Throws `PRODUCT_NOT_FOUND` for a product that is not for sale.
 */
export async function getProductTurn(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id, color }: { id: string; color: string },
): Promise<Turn> {
  const turn = await findTurn(db, { id, color, at: clock.now() })
  if (!turn) throw new ShopError('PRODUCT_NOT_FOUND')
  return turn
}

async function findByEither(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  value: string,
): Promise<ProductRow | undefined> {
  const at = clock.now()
  if (isUuid(value)) return findProduct(db, 'id', value, at)
  const found = await findProduct(db, 'identifier', value, at)
  if (found) return found
  const id = await findFormerProduct(db, value)
  return id === undefined ? undefined : findProduct(db, 'id', id, at)
}

/** A row of the widest grid. */
const mostAlternatives = 4

/**
 * Products in stock in place of one that is sold out or no longer in the shop: of its category, nearest
 * in price, and where these are few of the category above. Throws `PRODUCT_NOT_FOUND` for a product
 * that was never in the shop.
 */
export async function listAlternatives(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'db'>,
  idOrIdentifier: string,
): Promise<ProductCard[]> {
  const column = isUuid(idOrIdentifier) ? 'id' : 'identifier'
  const product = await findReplaced(ctx.db, column, idOrIdentifier)
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND')
  const { id, category, price_cents } = product
  const trail = category === null ? [] : await categoryTrail(ctx, category)
  const categories = trail
    .slice(-2)
    .map(({ identifier }) => identifier)
    .reverse()
  const ids = await nearestProducts(ctx.db, {
    id,
    categories,
    cents: price_cents ?? 0,
    at: ctx.clock.now(),
    limit: mostAlternatives,
  })
  const cards = await findProductCards(ctx, ids)
  return ids.flatMap((one) => cards.get(one) ?? [])
}

/** Counting reads a whole category: more at a time would leave other callers no connection. */
const counting = pLimit(3)

/**
 * The facets of the list of `query`. Each counts as if its own choice were not made, so that a
 * second color can be added to the first.
 */
export async function listFacets(ctx: Context, query: FilterQuery): Promise<Facets> {
  const filter = await toFilter(ctx, query)
  const text = query.search?.trim()
  return text
    ? search(
        text,
        async (words) => facetsOf(ctx, { ...filter, search: await compileSearch(ctx.db, words) }),
        noFacets,
        foundElsewhere(ctx, filter),
      )
    : facetsOf(ctx, filter)
}

const noFacets: Facets = {
  colors: [],
  sizes: [],
  materials: [],
  price: { min: 0, max: 0 },
  inStock: 0,
  onSale: 0,
  total: 0,
}

async function facetsOf(ctx: Context, filter: ProductFilter): Promise<Facets> {
  const [counts, palette] = await Promise.all([
    counting(() => countFacets(ctx.db, filter, ctx.clock.now())),
    listColors(ctx.db),
  ])
  const countOfColor = new Map(counts.colors.map(({ value, count }) => [value, count]))
  return {
    colors: palette.flatMap(({ name, hex }) => {
      const count = countOfColor.get(name)
      return count ? [{ value: name, label: name, hex, count }] : []
    }),
    sizes: counts.sizes
      .sort((a, b) => compareSizes(a.value, b.value))
      .map(({ value, count }) => ({ value, label: value, count })),
    materials: counts.materials.map(({ value, count }) => ({ value, label: value, count })),
    price: { min: toDollars(counts.minCents), max: toDollars(counts.maxCents) },
    inStock: counts.inStock,
    onSale: counts.onSale,
    total: counts.total,
  }
}

const letterSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']

/** Compares sizes: letter sizes from small to large, then numbers, then words. */
function compareSizes(a: string, b: string): number {
  return rankOfSize(a) - rankOfSize(b) || a.localeCompare(b, 'en', { numeric: true })
}

function rankOfSize(size: string): number {
  const letter = letterSizes.indexOf(size)
  if (letter >= 0) return letter
  return Number.isNaN(Number.parseFloat(size)) ? 10_000 : 100 + Number.parseFloat(size)
}
