import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast'
import { useLocation, useNavigate } from 'react-router'
import { orderPreviewPath } from '../../lib/link.tsx'
import { beginDraft } from './order-draft.ts'

/**
 * Begins an order of one item of a variant and opens its preview; the cart stays as it is. The preview leads
 * back to `productPath`.
 */
export function useBuyNow(): (variantId: string, productPath: string) => void {
  const navigate = useNavigate()
  return (variantId, productPath) => {
    beginDraft({ items: [{ variantId, quantity: 1 }], source: 'buyNow', productPath })
    void navigate(orderPreviewPath)
  }
}

interface BuyButtonProps {
  /** The chosen variant; null while options are open, and when the combination is not made. */
  variant: { id: string; stock: number } | null
  /** Names of the options without a value. */
  missing: readonly string[]
  /** False when every variant is sold out. */
  isAvailable: boolean
  /** Moves the focus to the options without a value. */
  onMissing: () => void
}

/** Starts an order of one chosen variant; the cart stays as it is. */
export function BuyButton({ variant, missing, isAvailable, onMissing }: BuyButtonProps) {
  const buyNow = useBuyNow()
  const { pathname, search } = useLocation()
  function buy() {
    if (missing.length > 0) return onMissing()
    if (variant) buyNow(variant.id, pathname + search)
  }
  return (
    <Button
      kind="secondary"
      isWide
      disabled={!isAvailable || (missing.length === 0 && !variant?.stock)}
      onClick={buy}
    >
      Buy now
    </Button>
  )
}

interface Line {
  variant: { id: string }
  quantity: number
}

/** Starts an order of the chosen lines of the cart. */
export function CheckoutButton({ lines }: { lines: readonly Line[] }) {
  const navigate = useNavigate()
  function checkOut() {
    if (lines.length === 0) return showToast('Please select an item to checkout.', 'warning')
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
