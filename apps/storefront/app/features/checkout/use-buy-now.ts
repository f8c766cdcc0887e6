import { useNavigate } from 'react-router'
import { orderPreviewPath } from '../../lib/paths.ts'
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
