import type { Breadcrumb } from '@solvane/contract/catalog'
import type { Category, CategoryNode } from '@solvane/contract/categories'
import type { AppContext } from '../../context.ts'
import type { Changes } from '../../platform/database/changes.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { type CategoryRow, listCategories } from './categories.queries.ts'

type Context = Pick<AppContext, 'db' | 'changes'>

export interface CategoryIndex {
  tree: CategoryNode[]
  byIdentifier: Map<string, { row: CategoryRow; trail: Breadcrumb[]; children: Breadcrumb[] }>
}

/**
 * The tree is small and needed for every page: cached per process, rebuilt when a category changes.
 */
const indexes = new WeakMap<Changes, Promise<CategoryIndex>>()

function categoryIndex(ctx: Context): Promise<CategoryIndex> {
  const known = indexes.get(ctx.changes)
  if (known) return known
  const index = listCategories(ctx.db).then(buildIndex)
  indexes.set(ctx.changes, index)
  index.catch(() => indexes.delete(ctx.changes))
  return index
}

/** Rebuilds the tree after a category has changed. */
export function watchCategories(ctx: Context): void {
  ctx.changes.onChange((tag) => {
    if (tag === null || tag === 'catalogue' || tag === 'tree') indexes.delete(ctx.changes)
  })
}

/** The tree of these rows, whose siblings are in order. */
export function buildIndex(rows: CategoryRow[]): CategoryIndex {
  const root = rows.find((row) => row.parent_id === null)
  const byIdentifier: CategoryIndex['byIdentifier'] = new Map()
  const childrenOf = Map.groupBy(rows, (row) => row.parent_id)

  const visit = (row: CategoryRow, slugs: string[], above: Breadcrumb[]): CategoryNode => {
    const isRoot = row === root
    const path = `/filter/${[...slugs, ...(isRoot ? [] : [row.slug]), row.identifier].join('/')}`
    const crumb = { identifier: row.identifier, name: row.name, path }
    const trail = isRoot ? [] : [...above, crumb]
    const children = (childrenOf.get(row.id) ?? []).map((child) =>
      visit(child, isRoot ? [] : [...slugs, row.slug], trail),
    )
    byIdentifier.set(row.identifier, {
      row,
      trail: isRoot ? [crumb] : trail,
      children: children.map(({ identifier, name, path }) => ({ identifier, name, path })),
    })
    const { id, name, slug, identifier, picture } = row
    return { id, name, slug, identifier, path, picture, children }
  }

  return { tree: root ? visit(root, [], []).children : [], byIdentifier }
}

/** The menu: the categories below the root. */
export async function getCategoryTree(ctx: Context): Promise<CategoryNode[]> {
  return (await categoryIndex(ctx)).tree
}

/** One category with its trail and children. Throws `CATEGORY_NOT_FOUND`. */
export async function getCategory(ctx: Context, identifier: string): Promise<Category> {
  const found = (await categoryIndex(ctx)).byIdentifier.get(identifier)
  if (!found) throw new ShopError('CATEGORY_NOT_FOUND')
  const { id, name, slug, description, picture } = found.row
  return {
    id,
    name,
    slug,
    identifier,
    description,
    path: found.trail.at(-1)?.path ?? '/',
    picture,
    breadcrumbs: found.trail,
    children: found.children,
  }
}

/** The categories from the top down to `identifier`; empty if it is unknown. */
export async function categoryTrail(ctx: Context, identifier: string): Promise<Breadcrumb[]> {
  return (await categoryIndex(ctx)).byIdentifier.get(identifier)?.trail ?? []
}

/**
 * The ids of these categories, without unknown ones; null if one of them is the root, which
 * contains everything.
 */
export async function categoryIds(ctx: Context, identifiers: string[]): Promise<string[] | null> {
  const { byIdentifier } = await categoryIndex(ctx)
  const rows = identifiers.flatMap((identifier) => byIdentifier.get(identifier)?.row ?? [])
  return rows.some((row) => row.parent_id === null) ? null : rows.map(({ id }) => id)
}

/** The id of a category in whose list staff have placed products; null of any other. */
export async function selectionOf(ctx: Context, identifier: string): Promise<string | null> {
  const row = (await categoryIndex(ctx)).byIdentifier.get(identifier)?.row
  return row?.has_selection ? row.id : null
}

/** The paths of every category's listing. */
export async function listCategoryPaths(ctx: Context): Promise<string[]> {
  return [...(await categoryIndex(ctx)).byIdentifier.values()].map(
    ({ trail }) => trail.at(-1)?.path ?? '/',
  )
}
