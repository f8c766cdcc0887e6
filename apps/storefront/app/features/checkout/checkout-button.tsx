import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useNavigate } from 'react-router'
import { orderPreviewPath } from '../../lib/paths.ts'
import { checkoutMessages } from './checkout-messages.ts'
import { beginDraft } from './use-order-draft.ts'

interface Line {
  variant: { id: string }
  quantity: number
}

/** The way from the cart to an order of the chosen lines. */
export function CheckoutButton({ lines }: { lines: readonly Line[] }) {
  const navigate = useNavigate()
  function checkOut() {
    if (lines.length === 0) return showToast(checkoutMessages.nothingSelected, 'warning')
    const items = lines.map(({ variant, quantity }) => ({ variantId: variant.id, quantity }))
    beginDraft({ items, source: 'cart', productPath: null })
    void navigate(orderPreviewPath)
  }
  return (
    <Button isWide onClick={checkOut}>
      Checkout
    </Button>
  )
}
