const slotsOnEachSide = 4
const slots = 2 * slotsOnEachSide + 1

/** What a paginator shows: page numbers, and `gap` where pages are left out. */
export type PageSlot = number | 'gap-before' | 'gap-after'

/**
 * The slots for page `page` of `pageCount` (both from 1): nine pages in a row with the current one
 * in the middle where possible, and links to the first and the last page outside that row.
 */
export function pageSlots(page: number, pageCount: number): PageSlot[] {
  const lastStart = Math.max(1, pageCount - slots + 1)
  const start = Math.min(Math.max(1, page - slotsOnEachSide), lastStart)
  const end = Math.min(pageCount, start + slots - 1)
  const row: PageSlot[] = Array.from({ length: end - start + 1 }, (_, index) => start + index)

  if (start > 2) row.unshift('gap-before')
  if (start > 1) row.unshift(1)
  if (end < pageCount - 1) row.push('gap-after')
  if (end < pageCount) row.push(pageCount)
  return row
}
