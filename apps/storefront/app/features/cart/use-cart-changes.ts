import { isApiFailure } from '@solvane/client/api'
import { showToast } from '@solvane/ui/toast.ts'
import { showFailure } from '../../lib/api/failure.tsx'
import { useCart } from './cart-context.ts'
import { cartMessages } from './cart-messages.ts'
import type { CartItem } from './cart-totals.ts'

/** Changes of the cart that show a toast when they fail. None rejects. */
export function useCartChanges() {
  const { demand } = useCart()
  return {
    async setQuantity(itemId: string, quantity: number): Promise<void> {
      const store = await demand()
      await store
        ?.setQuantity(itemId, quantity)
        .catch((error) => showFailure(error, cartMessages.quantityFailed))
    },

    async remove(itemIds: readonly string[]): Promise<void> {
      const store = await demand()
      const failed = itemIds.length > 1 ? 'removeSeveralFailed' : 'removeFailed'
      await store?.remove(itemIds).catch((error) => showFailure(error, cartMessages[failed]))
    },

    /** Returns whether they were moved. */
    async moveToFavorites(items: readonly CartItem[]): Promise<boolean> {
      const store = await demand()
      if (!store) return false
      try {
        await store.moveToFavorites(items)
      } catch (error) {
        const isRejected = isApiFailure(error) && error.code === 'FAVORITES_REFUSED'
        const failed = items.length > 1 ? 'moveSeveralFailed' : 'moveFailed'
        showToast(cartMessages[isRejected ? 'moveRejected' : failed], 'error')
        return false
      }
      showToast('Moved to your wishlist.')
      return true
    },
  }
}
