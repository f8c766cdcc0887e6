import type { NoResultSearch, noResultSorts } from '@solvane/contract/no-results.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** `total` is how many terms there are in all. */
type Row = Omit<NoResultSearch, 'resultCount'> & { total: number }

export async function listNoResultRows(
  db: Queryable,
  {
    today,
    text,
    dismissed,
    sort,
    order,
    page,
    size,
  }: {
    today: string
    text: string
    dismissed: boolean
    sort: (typeof noResultSorts)[number]
    order: 'asc' | 'desc'
    page: number
    size: number
  },
): Promise<Row[]> {
  const within = (days: number) => sql`
    coalesce(sum(times) filter (where day > ${today}::date - ${sql.lit(days)}), 0)`
  const { rows } = await sql<Row>`
    select term as id, term, ${within(7)} as "last7Days", ${within(30)} as "last30Days",
      sum(times) as "last90Days", max(day)::text as "lastDay",
      exists (select from search_synonym known where known.term = s.term) as "hasSynonym",
      count(*) over () as total
    from no_result_search s
    where day > ${today}::date - 90 and strpos(term, ${text}) > 0
      and exists (select from no_result_dismissal d where d.term = s.term) = ${dismissed}
    group by term
    order by ${sql.ref(sort)} ${sql.raw(order)}, term
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}

/** Dismisses a term that is counted. Returns whether there is one. */
export async function insertDismissal(db: Queryable, term: string): Promise<boolean> {
  const { rows } = await sql`
    with counted as (select term from no_result_search where term = ${term} limit 1),
    dismissed as (insert into no_result_dismissal select term from counted on conflict do nothing)
    select from counted`.execute(db)
  return rows.length > 0
}

/** Returns whether there was one. */
export async function removeDismissal(db: Queryable, term: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('no_result_dismissal')
    .where('term', '=', term)
    .returning('term')
    .executeTakeFirst()
  return removed !== undefined
}
