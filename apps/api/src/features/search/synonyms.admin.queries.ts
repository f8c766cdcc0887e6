import type { Synonym } from '@solvane/contract/search'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

const synonym = sql`term as id, term, synonyms, md5(synonyms::text) as version`

/**
 * A page of the synonyms that have `text` in the term or its synonyms; `total` counts all of them.
 */
export async function listSynonymRows(
  db: Queryable,
  page: { text: string; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: Synonym[]; total: number }> {
  const matches = sql`
    from search_synonym
    where strpos(term || ' ' || array_to_string(synonyms, ' '), lower(${page.text})) > 0`
  const { rows } = await sql<Synonym>`
    select ${synonym} ${matches}
    order by term ${page.order === 'asc' ? sql`asc` : sql`desc`}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total ${matches}`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}

export async function findSynonym(db: Queryable, term: string): Promise<Synonym | undefined> {
  const { rows } = await sql<Synonym>`
    select ${synonym} from search_synonym where term = ${term}`.execute(db)
  return rows[0]
}

/** Finds the synonym and locks it until the transaction ends. */
export async function lockSynonym(tx: Queryable, term: string): Promise<Synonym | undefined> {
  const { rows } = await sql<Synonym>`
    select ${synonym} from search_synonym where term = ${term} for update`.execute(tx)
  return rows[0]
}

export async function insertSynonym(
  db: Queryable,
  row: Pick<Synonym, 'term' | 'synonyms'>,
): Promise<void> {
  await db.insertInto('search_synonym').values(row).execute()
}

export async function writeSynonym(
  tx: Queryable,
  term: string,
  row: Pick<Synonym, 'term' | 'synonyms'>,
): Promise<void> {
  await tx.updateTable('search_synonym').set(row).where('term', '=', term).execute()
}

/** Returns whether there was one. */
export async function removeSynonym(db: Queryable, term: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('search_synonym')
    .where('term', '=', term)
    .returning('term')
    .executeTakeFirst()
  return removed !== undefined
}
