import type { Database } from '../../platform/database/database.ts'

/** The words as a query, strict (all of them) and loose (any), as text; null when none is worth looking for. */
export async function compileSearch(
  db: Database,
  words: string[],
): Promise<{ strict: string | null; loose: string | null }> {
  const [row] = await db.prepared<{ strict: string | null; loose: string | null }>(
    'compile_search',
    'select search_query($1, false)::text as strict, search_query($1, true)::text as loose',
    [words],
  )
  return row ?? { strict: null, loose: null }
}
