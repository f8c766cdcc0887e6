import { isApiFailure } from '@solvane/client/api'
import { showToast } from '@solvane/ui/toast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { type Move, withMoved } from './tree-order.ts'

const mutationKey = ['categories', 'change']

/** Under which key the tree, as staff see it, is kept. */
export const treeKey = ['categories', 'staff']

/** Saves a change once those before it are saved; settles when the tree has been read anew. */
export type SaveChange = (change: () => Promise<unknown>) => Promise<unknown>

/**
 * Changes the tree, one after the other in the order they were asked: overtaken, a move would take
 * back what was asked after it. A move is shown at once, so that the list does not jump under a
 * quick hand, and says itself how it ended; any other change leaves that to who asked for it.
 */
export function useTreeChanges() {
  const queries = useQueryClient()
  const inTurn = {
    mutationKey,
    scope: { id: 'categories' },
    onSettled: () =>
      queries.isMutating({ mutationKey }) === 1
        ? queries.invalidateQueries({ queryKey: ['categories'] })
        : undefined,
  }
  const { mutateAsync } = useMutation({
    ...inTurn,
    mutationFn: (change: () => Promise<unknown>) => change(),
  })
  const { mutate: saveMove } = useMutation({
    ...inTurn,
    mutationFn: ({ id, ...body }: Move) => api.call('moveCategory', { params: { id }, body }),
    onMutate: (move) => {
      void queries.cancelQueries({ queryKey: treeKey })
      queries.setQueryData<Awaited<ReturnType<typeof readTree>>>(
        treeKey,
        (before) => before && { ...before, data: withMoved(before.data, move) },
      )
    },
    onSuccess: ({ data: { name } }) =>
      showToast(`${name} has its new place. The menu shows it now.`),
    onError: (failure) =>
      showToast(isApiFailure(failure) ? failure.message : 'That did not succeed.', 'error'),
  })
  const save: SaveChange = (change) => mutateAsync(change)
  return { saveMove, save }
}

/** The categories as staff see them. */
export const readTree = () => api.call('listCategories', {})
