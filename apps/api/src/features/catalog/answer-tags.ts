import type { ProductListQuery } from '@solvane/contract/catalog'
import type { ChangeTag } from '../../platform/database/changes.ts'
import type { FilterQuery } from './product-filter.ts'

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
