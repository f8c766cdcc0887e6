import type { CartItem } from './cart-totals.ts'

/** What of the cart is chosen, from what the shopper has left out. */
interface Selection {
  /** Lines that can be bought now; only these can be chosen. */
  selectable: CartItem[]
  selected: CartItem[]
  /** Whether all that can be chosen is. */
  isAll: boolean
  isSome: boolean
}

/** Everything that can be bought is chosen, but the lines of `leftOut`. */
export function selectionOf(items: readonly CartItem[], leftOut: ReadonlySet<string>): Selection {
  const selectable = items.filter(({ isAvailable }) => isAvailable)
  const selected = selectable.filter(({ id }) => !leftOut.has(id))
  return {
    selectable,
    selected,
    isAll: selected.length > 0 && selected.length === selectable.length,
    isSome: selected.length > 0 && selected.length < selectable.length,
  }
}
