import { Button } from '@solvane/ui/button'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { OrderLines } from '../../components/order-page.tsx'
import { checkoutMessages } from './checkout-messages.ts'
import type { Preview } from './checkout-requests.ts'
import styles from './confirm-order.module.css'

interface PreviewItemsProps {
  preview: Preview
  /** Orders so many of these variants; none for 0. */
  onChange: (variantIds: readonly string[], quantity: number) => void
}

/** The pieces of an order that is not placed yet, with what can be done about those that cannot be had. */
export function PreviewItems({ preview, onChange }: PreviewItemsProps) {
  const { items, unavailableItems } = preview
  const stocks = new Map(items.map(({ variantId, stock }) => [variantId, stock]))
  // The house no longer knows them at all.
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
  /** How many there are. */
  stock: number
  /** Orders so many of it; none for 0. */
  onChange: (quantity: number) => void
}

/** Says that a piece cannot be had, or not so many, and takes it out or takes what is left. */
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
