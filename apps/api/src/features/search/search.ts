/** What is looked for: every one of the words, all but one when one may be `missing`, any when more may. */
export interface SearchFor {
  words: string[]
  missing: number
}

/**
 * Runs `find` with what a shopper has typed: first asking for every word, then, as long as that finds
 * nothing, for all but one and for any of them. Any text is fine; one without a word finds `nothing`,
 * without asking the database. Where `find` searches a part of the shop only, `isElsewhere` says whether
 * the rest has what is looked for: then that stands, and nothing else is looked for.
 */
export async function search<Found extends { total: number }>(
  text: string,
  find: (search: SearchFor) => Promise<Found>,
  nothing: Found,
  isElsewhere: ((search: SearchFor) => Promise<boolean>) | null = null,
): Promise<Found> {
  const words = searchWords(text)
  if (words.length === 0) return nothing
  const ways = [...new Set([0, 1, words.length - 1])].filter((missing) => missing < words.length)
  let found = nothing
  for (const [at, missing] of ways.entries()) {
    found = await find({ words, missing })
    if (found.total > 0 || at === ways.length - 1) break
    if (await isElsewhere?.({ words, missing })) break
  }
  return found
}

const mostWords = 10
const longestWord = 40

/** The words of a typed text: lower case, accents folded, letters and digits only; at most ten. */
export function searchWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord))
}
