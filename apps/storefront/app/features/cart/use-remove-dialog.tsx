import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CartItem } from './cart-totals.ts'
import { useCartChanges } from './use-cart-changes.ts'

const loadDialog = () => import('./remove-dialog.tsx')

/** The question before lines leave the cart (decision C10), for where lines are shown. */
export function useRemoveDialog() {
  const { remove } = useCartChanges()
  const dialog = useOnDemand(loadDialog)
  const [items, setItems] = useState<readonly CartItem[] | null>(null)
  const close = () => setItems(null)
  return {
    /** Asks whether these are to go, and removes them when they are. */
    async ask(asked: readonly CartItem[]): Promise<void> {
      if (await dialog.demand()) setItems(asked)
    },
    /** Loads the question, on the first sign that it will be asked. */
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
 * Gives the focus to `target` when lines have gone and the focus went with them: its control was in
 * one of them, or in the question whether to remove them.
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
