import { Button } from '@solvane/ui/button'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { checkoutMessages } from './checkout-messages.ts'
import styles from './confirm-order.module.css'

interface UnavailableNoteProps {
  name: string
  /** How many there are. */
  stock: number
  /** Orders so many of it; none for 0. */
  onChange: (quantity: number) => void
}

/** Says that a piece cannot be had, or not so many, and takes it out or takes what is left. */
export function UnavailableNote({ name, stock, onChange }: UnavailableNoteProps) {
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
