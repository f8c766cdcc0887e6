import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useNavigate } from 'react-router'
import { checkoutMessages } from './checkout-messages.ts'
import type { DraftItem } from './order-draft.ts'
import { orderPreviewPath } from './order-path.ts'
import { beginDraft } from './use-order-draft.ts'

/** The way from the cart to an order of the chosen lines. */
export function CheckoutButton({ items }: { items: readonly DraftItem[] }) {
  const navigate = useNavigate()
  function checkOut() {
    if (items.length === 0) return showToast(checkoutMessages.nothingSelected, 'warning')
    beginDraft(items, 'cart')
    void navigate(orderPreviewPath)
  }
  return (
    <Button isWide onClick={checkOut}>
      Checkout
    </Button>
  )
}
