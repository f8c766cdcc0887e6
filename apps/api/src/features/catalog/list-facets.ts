import type { Facets } from '@solvane/contract/catalog'
import pLimit from 'p-limit'
import type { AppContext } from '../../context.ts'
import { search } from '../search/search.ts'
import {
  compileSearch,
  countFacets,
  listColors,
  type ProductFilter,
} from './product-filter.queries.ts'
import { type FilterQuery, toFilter } from './product-filter.ts'
import { foundElsewhere } from './read-products.ts'
import { toDollars } from './to-card.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'changes'>

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
  return rank(a) - rank(b) || a.localeCompare(b, 'en', { numeric: true })
}

function rank(size: string): number {
  const letter = letterSizes.indexOf(size)
  if (letter >= 0) return letter
  return Number.isNaN(Number.parseFloat(size)) ? 10_000 : 100 + Number.parseFloat(size)
}
