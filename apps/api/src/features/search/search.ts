import type { AppContext } from '../../context.ts'
import { compileSearch } from './search.queries.ts'
import { searchWords } from './search-words.ts'

/**
 * Runs `find` with what a shopper has typed as a `tsquery` text: first asking for every word, then,
 * if that finds nothing and there are several, for any of them. Gives undefined when nothing typed can
 * be looked for. Any text is fine.
 */
export async function search<Found extends { total: number }>(
  ctx: Pick<AppContext, 'db'>,
  text: string,
  find: (query: string) => Promise<Found>,
): Promise<Found | undefined> {
  const words = searchWords(text)
  const strict = words.length > 0 ? await compileSearch(ctx.db, words, false) : null
  if (strict === null) return undefined
  const found = await find(strict)
  if (found.total > 0 || words.length === 1) return found
  const loose = await compileSearch(ctx.db, words, true)
  return loose === null || loose === strict ? found : find(loose)
}
