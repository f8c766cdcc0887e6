/**
 * The words to search for: every one of them, all but one if one may be `missing`, any if more may.
 */
export interface SearchFor {
  words: string[]
  missing: number
}

/**
 * Runs `find` with the words of a shopper: first for every word; while that finds nothing, for all
 * but one, then for any of them. A text without words finds `nothing`, without a query. If `find`
 * searches a part of the shop only, `isElsewhere` says whether the rest has matches: then the
 * empty result stands, and the search is not loosened.
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

/** A letter of a script whose accents are folded, as the index does (`unaccent`). */
const accented = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu

/**
 * The words of a text: lower case, accents folded, letters and digits only; at most ten. Marks of other
 * scripts are part of their letters.
 */
export function searchWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(accented, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord))
}
