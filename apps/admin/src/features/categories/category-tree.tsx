import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Title, useNotify } from 'react-admin'
import { api } from '../../data/api.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryRow } from './category-row.tsx'
import styles from './category-tree.module.css'
import { MoveDialog, RemoveDialog } from './place-dialogs.tsx'
import { type Move, rowsOf, type TreeRow, withMoved } from './tree-order.ts'

const queryKey = ['categories', 'staff']
const mutationKey = ['categories', 'move']

/** What is asked about which category. */
type Asked =
  | { about: 'edit' | 'move' | 'remove' | 'add'; row: TreeRow }
  | { about: 'addTop' }
  | null

/** /categories: the tree, to be edited and put in order. */
export function CategoryTree() {
  const queries = useQueryClient()
  const notify = useNotify()
  const [asked, setAsked] = useState<Asked>(null)
  const [dragged, setDragged] = useState<TreeRow | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => api.call('listCategories', {}),
  })
  const { root, rows } = rowsOf(data?.data ?? [])
  const changed = () => queries.invalidateQueries({ queryKey: ['categories'] })
  const close = () => setAsked(null)

  // Shown at once and saved one after the other, so that the list does not jump under a quick hand.
  const moves = useMutation({
    mutationKey,
    scope: { id: 'categories' },
    mutationFn: ({ id, ...body }: Move) => api.call('moveCategory', { params: { id }, body }),
    onMutate: (move) => {
      void queries.cancelQueries({ queryKey })
      queries.setQueryData<typeof data>(
        queryKey,
        (before) => before && { ...before, data: withMoved(before.data, move) },
      )
    },
    onSuccess: ({ data: { name } }) =>
      notify(`${name} has its new place. The menu shows it now.`, { type: 'success' }),
    onError: (failure) =>
      notify(isApiFailure(failure) ? failure.message : 'That did not succeed.', { type: 'error' }),
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? changed() : undefined),
  })

  function move(id: string, parentId: string | null, beforeId: string | null) {
    if (parentId && beforeId !== id) moves.mutate({ id, parentId, beforeId })
  }

  return (
    <>
      <Title title="Categories" />
      {error && !data && (
        <EmptyState title="The categories could not be read" text={error.message} isError>
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {!error && !data && (
        <div aria-busy="true">
          <Skeleton width="long" />
          <Skeleton width="full" />
        </div>
      )}
      {root && (
        <>
          <div className={styles.head}>
            <p className={styles.hint}>
              Drag a category before another, or use its buttons. Its pieces, and what is below it,
              go along; old addresses lead to the new ones.
            </p>
            <Button onClick={() => setAsked({ about: 'addTop' })}>Add a category</Button>
          </div>
          {rows.length === 0 && (
            <EmptyState title="The menu is empty" text="Add a category to begin.">
              <Button kind="link" onClick={() => setAsked({ about: 'addTop' })}>
                Add a category
              </Button>
            </EmptyState>
          )}
          <ul className={styles.tree} aria-label="Categories">
            {rows.map((row) => (
              <CategoryRow
                key={row.id}
                row={row}
                dragged={dragged}
                onDrag={setDragged}
                onDrop={() => dragged && move(dragged.id, row.parentId, row.id)}
                onMove={(beforeId) => move(row.id, row.parentId, beforeId)}
                onAsk={(about) => setAsked({ about, row })}
              />
            ))}
          </ul>
          {asked?.about === 'addTop' && (
            <CategoryDialog parent={root} category={null} onClose={close} onDone={changed} />
          )}
          {asked?.about === 'add' && (
            <CategoryDialog parent={asked.row} category={null} onClose={close} onDone={changed} />
          )}
          {asked?.about === 'edit' && (
            <CategoryDialog parent={null} category={asked.row} onClose={close} onDone={changed} />
          )}
          {asked?.about === 'move' && (
            <MoveDialog row={asked.row} root={root} rows={rows} onClose={close} onDone={changed} />
          )}
          {asked?.about === 'remove' && (
            <RemoveDialog row={asked.row} onClose={close} onDone={changed} />
          )}
        </>
      )}
    </>
  )
}
