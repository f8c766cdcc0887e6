import { searchWords } from './search-words.ts'

/** What is looked for: every one of the words, or any of them when `loose`. */
export interface SearchFor {
  words: string[]
  loose: boolean
}

/**
 * Runs `find` with what a shopper has typed: first asking for every word, then, if that finds nothing
 * and there are several, for any of them. Any text is fine; one without a word finds `nothing`, without
 * asking the database.
 */
export async function search<Found extends { total: number }>(
  text: string,
  find: (search: SearchFor) => Promise<Found>,
  nothing: Found,
): Promise<Found> {
  const words = searchWords(text)
  if (words.length === 0) return nothing
  const found = await find({ words, loose: false })
  return found.total > 0 || words.length < 2 ? found : find({ words, loose: true })
}
