import { Button, buttonClass } from '@solvane/ui/button'
import { textLinkClass } from '@solvane/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { MoveButtons } from '../../parts/ordered-list.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './category-row.module.css'
import { beforeAt, deepest, type TreeRow } from './tree-order.ts'

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
export function CategoryRow({ row, dragged, onDrag, onDrop, onMove, onAction }: CategoryRowProps) {
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
