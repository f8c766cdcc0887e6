import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useState } from 'react'
import type { CartItem } from './cart-totals.ts'
import { useCartChanges } from './use-cart-changes.ts'

const loadDialog = () => import('./remove-dialog.tsx')

/** The question before lines leave the cart (decision C10), for where lines are shown. */
export function useRemoveQuestion() {
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
