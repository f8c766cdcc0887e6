import { createHash } from 'node:crypto'

/** So many of a variant. */
export interface WantedItem {
  variantId: string
  quantity: number
}

/** Adds up the lines of one variant; each stands where it was first named. */
export function foldItems(items: readonly WantedItem[]): WantedItem[] {
  const folded = new Map<string, WantedItem>()
  for (const { variantId, quantity } of items) {
    // However the id is written, it is one variant.
    const id = variantId.toLowerCase()
    folded.set(id, { variantId: id, quantity: quantity + (folded.get(id)?.quantity ?? 0) })
  }
  return [...folded.values()]
}

/** What tells two drafts apart: SHA-256 of their items, in whatever order, and of the rest as given. */
export function hashDraft(items: readonly WantedItem[], ...rest: unknown[]): Buffer {
  const sorted = items
    .map(({ variantId, quantity }) => [variantId, quantity])
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
  return createHash('sha256')
    .update(JSON.stringify([sorted, ...rest]))
    .digest()
}
