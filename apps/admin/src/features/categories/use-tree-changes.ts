import { isApiFailure } from '@solvane/client/api'
import { showToast } from '@solvane/ui/toast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { type Move, withMoved } from './tree-order.ts'

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
