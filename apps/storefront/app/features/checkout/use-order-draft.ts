import { useSyncExternalStore } from 'react'
import { emptyDraft, type OrderDraft, readDraft } from './order-draft.ts'

const storageKey = 'orderDraft'

const listeners = new Set<() => void>()
let draft: OrderDraft | null = null

/** The draft of this tab; survives a reload and signing in (decision O15). Only in the browser. */
export function currentDraft(): OrderDraft {
  if (draft) return draft
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(storageKey)
  } catch {
    // Storage is forbidden: the draft lasts as long as the page.
  }
  draft = readDraft(kept)
  return draft
}

/** Changes the draft. */
export function changeDraft(change: (before: OrderDraft) => OrderDraft): void {
  draft = change(currentDraft())
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // As above, or it is full.
  }
  for (const listener of listeners) listener()
}

/** Begins an order of these pieces; what was filled in for one that was not placed stays. */
export function beginDraft(begun: Pick<OrderDraft, 'items' | 'source' | 'productPath'>): void {
  changeDraft((before) => ({ ...before, ...begun }))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The draft of this tab, up to date. */
export function useOrderDraft(): OrderDraft {
  return useSyncExternalStore(subscribe, currentDraft, () => emptyDraft)
}
