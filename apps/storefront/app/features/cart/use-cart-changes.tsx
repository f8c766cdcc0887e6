import { isApiFailure } from '@solvane/client/api'
import { showToast } from '@solvane/ui/toast'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
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

const loadDialog = () => import('./remove-dialog.tsx')

/** The confirmation before lines are removed from the cart. */
export function useRemoveDialog() {
  const { remove } = useCartChanges()
  const dialog = useOnDemand(loadDialog)
  const [items, setItems] = useState<readonly CartItem[] | null>(null)
  const close = () => setItems(null)
  return {
    /** Asks whether to remove these lines, and removes them on confirmation. */
    async ask(asked: readonly CartItem[]): Promise<void> {
      if (await dialog.demand()) setItems(asked)
    },
    /** Preloads the dialog. */
    prepare: dialog.prepare,
    /** To be shown beside the lines. */
    question: dialog.part && (
      <dialog.part.RemoveDialog
        items={items}
        onClose={close}
        onRemove={() => {
          close()
          if (items) void remove(items.map(({ id }) => id))
        }}
      />
    ),
  }
}

/**
 * Moves the focus to `target` when removed lines had it: the focused control was in
 * one of them, or in the dialog that confirmed their removal.
 */
export function useFocusAfterRemoval(
  lines: number | undefined,
  target: RefObject<HTMLElement | null>,
) {
  const before = useRef(lines)
  useEffect(() => {
    const haveGone = lines !== undefined && before.current !== undefined && lines < before.current
    before.current = lines
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body
    if (haveGone && (isLost || focused.closest('[role="dialog"]'))) {
      target.current?.focus({ preventScroll: true })
    }
  }, [lines, target])
}
