import { searchWords } from './search-words.ts'

/** What is looked for: every one of the words, all but one when one may be `missing`, any when more may. */
export interface SearchFor {
  words: string[]
  missing: number
}

/**
 * Runs `find` with what a shopper has typed: first asking for every word, then, as long as that finds
 * nothing, for all but one and for any of them. Any text is fine; one without a word finds `nothing`,
 * without asking the database.
 */
export async function search<Found extends { total: number }>(
  text: string,
  find: (search: SearchFor) => Promise<Found>,
  nothing: Found,
): Promise<Found> {
  const words = searchWords(text)
  let found = nothing
  for (const missing of new Set([0, 1, words.length - 1])) {
    if (found.total > 0 || missing >= words.length) break
    found = await find({ words, missing })
  }
  return found
}
