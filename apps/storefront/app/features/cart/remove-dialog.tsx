import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { useState } from 'react'
import type { CartItem } from './cart-totals.ts'

interface RemoveDialogProps {
  /** The lines to remove; closed when null. */
  items: readonly CartItem[] | null
  onClose: () => void
  onRemove: () => void
}

/** Asks before anything leaves the cart. */
export function RemoveDialog({ items, onClose, onRemove }: RemoveDialogProps) {
  const [asked, setAsked] = useState(items)
  // Keeps its words while it closes.
  if (items && items !== asked) setAsked(items)
  const [first, ...others] = asked ?? []
  const what = others.length > 0 ? `These ${others.length + 1} pieces` : first?.variant.product.name
  return (
    <Dialog
      isOpen={items !== null}
      onClose={onClose}
      title="Remove from your cart?"
      description={`${what} will no longer be in your cart.`}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Keep
          </Button>
          <Button onClick={onRemove}>Remove</Button>
        </>
      }
    />
  )
}
