import type { StaffCategory } from '@solvane/contract/categories.admin'

/** A category with how deep it stands below the root, and its place among its siblings. */
export interface TreeRow extends StaffCategory {
  depth: number
  siblings: readonly StaffCategory[]
  at: number
}

/** Levels below the root: the contract's, without its schemas. */
export const deepest = 3

/** The root, and the rows of the tree below it, each after its parent. */
export function rowsOf(categories: readonly StaffCategory[]) {
  const root = categories.find(({ parentId }) => parentId === null)
  const childrenOf = Map.groupBy(categories, ({ parentId }) => parentId)
  const visit = (parentId: string, depth: number): TreeRow[] => {
    const siblings = childrenOf.get(parentId) ?? []
    return siblings.flatMap((category, at) => [
      { ...category, depth, siblings, at },
      ...visit(category.id, depth + 1),
    ])
  }
  return { root, rows: root ? visit(root.id, 0) : [] }
}

/** The sibling before which a category stands once it is at `to` of its siblings; null: the last. */
export function beforeAt({ siblings, at }: TreeRow, to: number): string | null {
  return siblings[to > at ? to + 1 : to]?.id ?? null
}

/** Where a category is to stand: below which, and before which of those there; null: last. */
export interface Move {
  id: string
  parentId: string
  beforeId: string | null
}

/** The categories as they are once one has been moved; the addresses are for the server to say. */
export function withMoved(
  categories: readonly StaffCategory[],
  { id, parentId, beforeId }: Move,
): StaffCategory[] {
  const moved = categories.find((category) => category.id === id)
  if (!moved) return [...categories]
  const others = categories.filter((category) => category !== moved)
  const at = others.findIndex((category) => category.id === beforeId)
  return others.toSpliced(at < 0 ? others.length : at, 0, { ...moved, parentId })
}

/** Where a category may stand: not below itself, and no deeper than the menu goes. */
export function parentsFor(row: TreeRow, rows: readonly TreeRow[]): TreeRow[] {
  const start = rows.findIndex(({ id }) => id === row.id)
  const end = rows.findIndex(({ depth }, at) => at > start && depth <= row.depth)
  const below = rows.slice(start + 1, end < 0 ? undefined : end)
  const height = 1 + Math.max(0, ...below.map(({ depth }) => depth - row.depth))
  const own = new Set([row, ...below].map(({ id }) => id))
  return rows.filter(({ id, depth }) => !own.has(id) && depth + 1 + height <= deepest)
}
