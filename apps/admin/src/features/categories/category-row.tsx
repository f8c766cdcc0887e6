import { Button } from '@solvane/ui/button'
import { textLinkClass } from '@solvane/ui/text-link'
import { useState } from 'react'
import { MoveButtons } from '../../parts/move-buttons.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './category-row.module.css'
import { beforeAt, deepest, type TreeRow } from './tree-order.ts'

interface CategoryRowProps {
  row: TreeRow
  /** The one that is being dragged. */
  dragged: TreeRow | null
  onDrag: (row: TreeRow | null) => void
  /** The dragged one is to stand before this. */
  onDrop: () => void
  /** This one is to stand before a sibling, or last. */
  onMove: (beforeId: string | null) => void
  onAsk: (about: 'edit' | 'move' | 'remove' | 'add') => void
}

const count = new Intl.NumberFormat('en-US')

/** A category of the tree, with what can be done to it. */
export function CategoryRow({ row, dragged, onDrag, onDrop, onMove, onAsk }: CategoryRowProps) {
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside do the same by keyboard */}
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
        <span className={styles.words}>
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
        {`${count.format(products)} ${products === 1 ? 'piece' : 'pieces'}`}
      </span>
      <MoveButtons
        of={name}
        at={at}
        count={siblings.length}
        onMove={(to) => onMove(beforeAt(row, to))}
      />
      <span className={styles.actions}>
        <Button kind="link" aria-label={`Edit ${name}`} onClick={() => onAsk('edit')}>
          Edit
        </Button>
        <Button
          kind="link"
          aria-label={`Move ${name} to another category`}
          onClick={() => onAsk('move')}
        >
          Move
        </Button>
        {depth + 1 < deepest && (
          <Button kind="link" aria-label={`Add below ${name}`} onClick={() => onAsk('add')}>
            Add below
          </Button>
        )}
        <Button kind="link" aria-label={`Remove ${name}`} onClick={() => onAsk('remove')}>
          Remove
        </Button>
      </span>
    </li>
  )
}
