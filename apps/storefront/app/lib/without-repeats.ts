/** The pieces of all pages, each once: paging a list that changes meanwhile may bring one again. */
export function withoutRepeats<Item extends { id: string }>(
  pages: readonly (readonly Item[])[],
): Item[] {
  return [...new Map(pages.flat().map((item) => [item.id, item] as const)).values()]
}
