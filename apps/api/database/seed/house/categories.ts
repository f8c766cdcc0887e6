import { menCategories } from './categories-men.ts'
import { womenCategories } from './categories-women.ts'
import type { HouseCategory } from './types.ts'

export const categoryTree: readonly HouseCategory[] = [womenCategories, menCategories]

/** The categories that hold products: those with no children of their own. */
export function leafCategories(
  nodes: readonly HouseCategory[] = categoryTree,
): readonly HouseCategory[] {
  return nodes.flatMap((node) =>
    node.children.length === 0 ? [node] : leafCategories(node.children),
  )
}
