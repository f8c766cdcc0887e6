import { Button } from '@solvane/ui/button'
import { useLocation, useNavigate } from 'react-router'
import { orderPreviewPath } from '../../lib/paths.ts'
import { beginDraft } from './use-order-draft.ts'

interface BuyButtonProps {
  /** The chosen variant; null while options are open, and when the combination is not made. */
  variant: { id: string; stock: number } | null
  /** Names of the options without a value. */
  missing: readonly string[]
  /** False when the whole piece is sold out. */
  isAvailable: boolean
  /** Leads to the options that are still open. */
  onMissing: () => void
}

/** Leads with one of the chosen piece straight to the order; the cart stays as it is. */
export function BuyButton({ variant, missing, isAvailable, onMissing }: BuyButtonProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  function buy() {
    if (missing.length > 0) return onMissing()
    if (!variant) return
    beginDraft({
      items: [{ variantId: variant.id, quantity: 1 }],
      source: 'buyNow',
      productPath: pathname + search,
    })
    void navigate(orderPreviewPath)
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
