import type { AppContext } from '../../context.ts'
import { compileSearch } from './search.queries.ts'
import { searchWords } from './search-words.ts'

/**
 * What a shopper has typed, as `tsquery` texts: `strict` asks for every word, `loose` for any. Null
 * when nothing typed can be looked for. Any input is fine.
 */
export async function understandSearch(
  ctx: Pick<AppContext, 'db'>,
  text: string,
): Promise<{ strict: string | null; loose: string | null }> {
  const words = searchWords(text)
  if (words.length === 0) return { strict: null, loose: null }
  return compileSearch(ctx.db, words)
}
