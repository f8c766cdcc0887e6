import type { Database } from '../../platform/database/database.ts'

/**
 * The words as a `tsquery` text: every one must be there, or any of them when `loose`; null when none
 * is worth looking for.
 */
export async function compileSearch(
  db: Database,
  words: string[],
  loose: boolean,
): Promise<string | null> {
  const [row] = await db.prepared<{ query: string | null }>(
    'compile_search',
    'select search_query($1, $2)::text as query',
    [words, loose],
  )
  return row?.query ?? null
}
