import { useState } from 'react'
import type { CartItem } from './cart-totals.ts'

const storageKey = 'cartLeftOut'

function readLeftOut(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** The selection of lines; survives a reload. Only in the browser. */
export function useSelection(items: readonly CartItem[]) {
  const [leftOut, setLeftOut] = useState(readLeftOut)

  function leaveOut(ids: ReadonlySet<string>) {
    setLeftOut(ids)
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...ids]))
    } catch {
      // Storage is full or forbidden: the choice lasts as long as the page.
    }
  }

  const selection = selectionOf(items, leftOut)
  return {
    ...selection,
    isSelected: (id: string) => selection.selected.some((item) => item.id === id),
    toggle(id: string) {
      const ids = new Set(leftOut)
      if (!ids.delete(id)) ids.add(id)
      leaveOut(ids)
    },
    toggleAll() {
      leaveOut(new Set(selection.isAll ? selection.selectable.map(({ id }) => id) : []))
    },
  }
}

/** The selected lines of the cart. */
interface Selection {
  /** Lines that can be bought now; only these can be chosen. */
  selectable: CartItem[]
  selected: CartItem[]
  /** Whether all that can be chosen is. */
  isAll: boolean
  isSome: boolean
}

/** Selects every available line except those of `leftOut`. */
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
