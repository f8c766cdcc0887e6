import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/checkbox'
import { showToast } from '@solvane/ui/toast.ts'
import { CartLine } from './cart-line.tsx'
import styles from './cart-lines.module.css'
import { cartMessages } from './cart-messages.ts'
import type { CartItem } from './cart-totals.ts'
import { useCartChanges } from './use-cart-changes.ts'
import { useRemoveQuestion } from './use-remove-question.tsx'
import type { useSelection } from './use-selection.ts'

interface CartLinesProps {
  items: readonly CartItem[]
  selection: ReturnType<typeof useSelection>
  /** After lines have become favourites. */
  onMoved: () => void
}

/** The lines of the cart, what is chosen of them, and what can be done with the chosen. */
export function CartLines({ items, selection, onMoved }: CartLinesProps) {
  const { moveToFavorites } = useCartChanges()
  const removal = useRemoveQuestion()
  const { selected, selectable } = selection

  async function move(asked: readonly CartItem[]) {
    if (asked.length === 0) showToast(cartMessages.nothingToMove, 'warning')
    else if (await moveToFavorites(asked)) onMoved()
  }

  return (
    <section aria-label="Pieces in your cart">
      <div className={styles.bar}>
        <Checkbox
          label={`Select all (${selectable.length})`}
          checked={selection.isAll}
          isMixed={selection.isSome}
          disabled={selectable.length === 0}
          onChange={selection.toggleAll}
        />
        <div className={styles.actions}>
          <Button kind="link" onClick={() => move(selected)}>
            Move to wishlist
          </Button>
          <Button
            kind="link"
            disabled={selected.length === 0}
            onPointerEnter={removal.prepare}
            onFocus={removal.prepare}
            onClick={() => removal.ask(selected)}
          >
            Remove
          </Button>
        </div>
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <CartLine
              item={item}
              isSelected={selection.isSelected(item.id)}
              onToggle={() => selection.toggle(item.id)}
              onMove={() => move([item])}
              onRemove={() => removal.ask([item])}
            />
          </li>
        ))}
      </ul>
      {removal.question}
    </section>
  )
}
