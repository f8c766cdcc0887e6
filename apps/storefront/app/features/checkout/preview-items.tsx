import { Button } from '@solvane/ui/button'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { OrderLines } from '../../components/order-page.tsx'
import { checkoutMessages } from './checkout-messages.ts'
import type { Preview } from './checkout-requests.ts'
import styles from './confirm-order.module.css'

interface PreviewItemsProps {
  preview: Preview
  /** Sets the quantity of these variants; 0 removes them. */
  onChange: (variantIds: readonly string[], quantity: number) => void
}

/** The lines of an order before it is placed, with the choices for unavailable ones. */
export function PreviewItems({ preview, onChange }: PreviewItemsProps) {
  const { items, unavailableItems } = preview
  const stocks = new Map(items.map(({ variantId, stock }) => [variantId, stock]))
  // Variants that no longer exist.
  const gone = unavailableItems.filter((variantId) => !stocks.has(variantId))
  return (
    <>
      <OrderLines
        lines={items}
        note={({ variantId, name, isAvailable }) =>
          !isAvailable && (
            <UnavailableNote
              name={name}
              stock={stocks.get(variantId) ?? 0}
              onChange={(quantity) => onChange([variantId], quantity)}
            />
          )
        }
      />
      {gone.length > 0 && (
        <UnavailableNote
          name={gone.length === 1 ? 'the piece that is gone' : 'the pieces that are gone'}
          stock={0}
          onChange={() => onChange(gone, 0)}
        />
      )}
    </>
  )
}

interface UnavailableNoteProps {
  name: string
  /** The stock. */
  stock: number
  /** Sets the quantity; 0 removes the line. */
  onChange: (quantity: number) => void
}

/** Says that a line is unavailable in this quantity, and offers to remove it or take the rest. */
function UnavailableNote({ name, stock, onChange }: UnavailableNoteProps) {
  return (
    <div className={styles.unavailable}>
      <p className={styles.notice}>
        {checkoutMessages.unavailable}
        {stock > 0 && `. ${stock === 1 ? 'One is' : `${stock} are`} left.`}
      </p>
      <div className={styles.actions}>
        {stock > 0 && (
          <Button kind="link" onClick={() => onChange(stock)}>
            Take {stock === 1 ? 'one' : stock}
            <VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
        <Button kind="link" onClick={() => onChange(0)}>
          Remove<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
    </div>
  )
}
