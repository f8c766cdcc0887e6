import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Title } from '../../layout/title.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryRow } from './category-row.tsx'
import styles from './category-tree.module.css'
import { MoveDialog, RemoveDialog } from './place-dialogs.tsx'
import { rowsOf, type TreeRow } from './tree-order.ts'
import { readTree, treeKey, useTreeChanges } from './use-tree-changes.ts'

/** What is asked about which category. */
type Asked =
  | { about: 'edit' | 'move' | 'remove' | 'add'; row: TreeRow }
  | { about: 'addTop' }
  | null

/** /categories: the tree, to be edited and put in order. */
export function CategoryTree() {
  const { saveMove, save } = useTreeChanges()
  const [asked, setAsked] = useState<Asked>(null)
  const [dragged, setDragged] = useState<TreeRow | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: treeKey,
    queryFn: readTree,
  })
  const { root, rows } = rowsOf(data?.data ?? [])
  const close = () => setAsked(null)

  function move(id: string, parentId: string | null, beforeId: string | null) {
    if (parentId && beforeId !== id) saveMove({ id, parentId, beforeId })
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
            <CategoryDialog parent={root} category={null} onClose={close} save={save} />
          )}
          {asked?.about === 'add' && (
            <CategoryDialog parent={asked.row} category={null} onClose={close} save={save} />
          )}
          {asked?.about === 'edit' && (
            <CategoryDialog parent={null} category={asked.row} onClose={close} save={save} />
          )}
          {asked?.about === 'move' && (
            <MoveDialog row={asked.row} root={root} rows={rows} onClose={close} save={save} />
          )}
          {asked?.about === 'remove' && (
            <RemoveDialog row={asked.row} onClose={close} save={save} />
          )}
        </>
      )}
    </>
  )
}
