import { isApiFailure } from '@solvane/client/api'
import type { StaffCategory } from '@solvane/contract/categories'
import { showToast } from '@solvane/ui/toast'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'

/** A category with its depth below the root and its position among its siblings. */
export interface TreeRow extends StaffCategory {
  depth: number
  siblings: readonly StaffCategory[]
  at: number
}

/** The contract's number of levels below the root, without importing its schemas. */
export const deepest = 3

/** The root and the rows below it, each after its parent. */
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

/** The sibling after a category once it is at position `to`; null at the end. */
export function beforeAt({ siblings, at }: TreeRow, to: number): string | null {
  return siblings[to > at ? to + 1 : to]?.id ?? null
}

/** A move of a category below `parentId`, before `beforeId`; null for the end. */
interface Move {
  id: string
  parentId: string
  beforeId: string | null
}

/** The categories after a move; their new addresses come from the server. */
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

/** The possible parents of a category: not itself or below it, and not too deep for the menu. */
export function parentsFor(row: TreeRow, rows: readonly TreeRow[]): TreeRow[] {
  const start = rows.findIndex(({ id }) => id === row.id)
  const end = rows.findIndex(({ depth }, at) => at > start && depth <= row.depth)
  const below = rows.slice(start + 1, end < 0 ? undefined : end)
  const height = 1 + Math.max(0, ...below.map(({ depth }) => depth - row.depth))
  const own = new Set([row, ...below].map(({ id }) => id))
  return rows.filter(({ id, depth }) => !own.has(id) && depth + 1 + height <= deepest)
}

const mutationKey = ['categories', 'change']

/** The query key of the tree as staff see it. */
export const treeKey = ['categories', 'staff']

/** Saves a change after the earlier ones; settles once the tree is reloaded. */
export type SaveChange = (change: () => Promise<unknown>) => Promise<unknown>

/**
 * Changes the tree, one change after the other: out of order, a move could undo a later one. A move is
 * shown optimistically and reports its result in a toast; other changes leave that to the caller.
 */
export function useTreeChanges() {
  const queries = useQueryClient()
  const sequential = {
    mutationKey,
    scope: { id: 'categories' },
    onSettled: () =>
      queries.isMutating({ mutationKey }) === 1
        ? queries.invalidateQueries({ queryKey: ['categories'] })
        : undefined,
  }
  const { mutateAsync } = useMutation({
    ...sequential,
    mutationFn: (change: () => Promise<unknown>) => change(),
  })
  const { mutate: saveMove } = useMutation({
    ...sequential,
    mutationFn: ({ id, ...body }: Move) => api.call('moveCategory', { params: { id }, body }),
    onMutate: (move) => {
      void queries.cancelQueries({ queryKey: treeKey })
      queries.setQueryData<Awaited<ReturnType<typeof readTree>>>(
        treeKey,
        (before) => before && { ...before, data: withMoved(before.data, move) },
      )
    },
    onSuccess: ({ data: { name } }) => showToast(`${name} moved.`),
    onError: (failure) =>
      showToast(
        isApiFailure(failure)
          ? failure.message
          : 'The category could not be moved. Please try again.',
        'error',
      ),
  })
  const save: SaveChange = (change) => mutateAsync(change)
  return { saveMove, save }
}

/** The categories as staff see them. */
export const readTree = () => api.call('listCategories', {})
