import { Button, buttonClass, textLinkClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Title } from '../../layout/page.tsx'
import { MoveButtons } from '../../parts/ordered-list.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { CategoryDialog, MoveDialog, RemoveDialog } from './category-dialogs.tsx'
import styles from './category-tree.module.css'
import {
  beforeAt,
  deepest,
  readTree,
  rowsOf,
  type TreeRow,
  treeKey,
  useTreeChanges,
} from './tree-changes.ts'

/** The open dialog and its category. */
type OpenDialog =
  | { action: 'edit' | 'move' | 'remove' | 'add'; row: TreeRow }
  | { action: 'addTop' }
  | null

/** /categories: edits the category tree and its order. */
export function CategoryTree() {
  const { saveMove, save } = useTreeChanges()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [dragged, setDragged] = useState<TreeRow | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: treeKey,
    queryFn: readTree,
  })
  const { root, rows } = rowsOf(data?.data ?? [])
  const close = () => setDialog(null)

  function move(id: string, parentId: string | null, beforeId: string | null) {
    if (parentId && beforeId !== id) saveMove({ id, parentId, beforeId })
  }

  return (
    <>
      <Title title="Categories" />
      {error && !data && (
        <EmptyState title="The categories could not be loaded" text={error.message} isError>
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
              Drag a category before another, or use its buttons. Its products and subcategories
              move with it; old addresses redirect.
            </p>
            <span className={styles.buttons}>
              <Link className={buttonClass('link')} to={`/categories/${root.id}/selection`}>
                Arrange all products
              </Link>
              <Button onClick={() => setDialog({ action: 'addTop' })}>Add category</Button>
            </span>
          </div>
          {rows.length === 0 && (
            <EmptyState title="The menu is empty" text="Add a category to start.">
              <Button kind="link" onClick={() => setDialog({ action: 'addTop' })}>
                Add category
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
                onAction={(action) => setDialog({ action, row })}
              />
            ))}
          </ul>
          {dialog?.action === 'addTop' && (
            <CategoryDialog parent={root} category={null} onClose={close} save={save} />
          )}
          {dialog?.action === 'add' && (
            <CategoryDialog parent={dialog.row} category={null} onClose={close} save={save} />
          )}
          {dialog?.action === 'edit' && (
            <CategoryDialog parent={null} category={dialog.row} onClose={close} save={save} />
          )}
          {dialog?.action === 'move' && (
            <MoveDialog row={dialog.row} root={root} rows={rows} onClose={close} save={save} />
          )}
          {dialog?.action === 'remove' && (
            <RemoveDialog row={dialog.row} onClose={close} save={save} />
          )}
        </>
      )}
    </>
  )
}

interface CategoryRowProps {
  row: TreeRow
  /** The category being dragged. */
  dragged: TreeRow | null
  onDrag: (row: TreeRow | null) => void
  /** Moves the dragged category before this one. */
  onDrop: () => void
  /** Moves this category before a sibling, or to the end. */
  onMove: (beforeId: string | null) => void
  onAction: (action: 'edit' | 'move' | 'remove' | 'add') => void
}

const count = new Intl.NumberFormat('en-US')

/** A category of the tree with its actions. */
function CategoryRow({ row, dragged, onDrag, onDrop, onMove, onAction }: CategoryRowProps) {
  const [isOver, setIsOver] = useState(false)
  const { name, path, picture, products, depth, at, siblings } = row
  return (
    <li
      className={styles.row}
      data-depth={depth}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!dragged || dragged.id === row.id) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onDrop()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard */}
      <span
        className={styles.name}
        draggable
        title="Drag before another category"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          onDrag(row)
        }}
        onDragEnd={() => onDrag(null)}
      >
        {picture && <Thumb picture={picture} />}
        <span className={styles.text}>
          <strong className={styles.title}>{name}</strong>
          <a
            className={textLinkClass}
            href={path}
            target="_blank"
            rel="noreferrer"
            draggable={false}
          >
            {path}
          </a>
        </span>
      </span>
      <span className={styles.count}>
        {`${count.format(products)} ${products === 1 ? 'product' : 'products'}`}
      </span>
      <MoveButtons
        of={name}
        at={at}
        count={siblings.length}
        onMove={(to) => onMove(beforeAt(row, to))}
      />
      <span className={styles.actions}>
        <Button kind="link" aria-label={`Edit ${name}`} onClick={() => onAction('edit')}>
          Edit
        </Button>
        <Link
          className={buttonClass('link')}
          to={`/categories/${row.id}/selection`}
          aria-label={`Arrange the products of ${name}`}
        >
          Arrange
        </Link>
        <Button
          kind="link"
          aria-label={`Move ${name} to another category`}
          onClick={() => onAction('move')}
        >
          Move
        </Button>
        {depth + 1 < deepest && (
          <Button
            kind="link"
            aria-label={`Add subcategory to ${name}`}
            onClick={() => onAction('add')}
          >
            Add subcategory
          </Button>
        )}
        <Button kind="link" aria-label={`Remove ${name}`} onClick={() => onAction('remove')}>
          Remove
        </Button>
      </span>
    </li>
  )
}
