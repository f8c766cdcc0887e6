import type { NoResultSearch, noResultSorts } from '@solvane/contract/search'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/**
 * Adds to how often terms were searched for on `day`, which has `mostOfDay` terms at most: of those
 * that are new on it, the most frequent are taken. Processes that write together may add a few more.
 */
export async function addNoResults(
  db: Queryable,
  {
    day,
    counts,
    mostOfDay,
  }: { day: string; counts: [term: string, times: number][]; mostOfDay: number },
): Promise<void> {
  await sql`
    with sent as (
      select * from unnest(${counts.map(([term]) => term)}::text[], ${counts.map(([, times]) => times)}::integer[])
        as sent (term, times)),
    new as (
      select term, row_number() over (order by times desc, term) as place from sent
      where not exists (select from no_result_search s where s.day = ${day}::date and s.term = sent.term))
    insert into no_result_search as known (day, term, times)
    select ${day}::date, sent.term, sent.times from sent left join new using (term)
    where new.place is null
      or new.place <= ${mostOfDay} - (select count(*) from no_result_search where day = ${day}::date)
    order by sent.term
    on conflict (day, term) do update set times = known.times + excluded.times`.execute(db)
}

/** Removes searches from before that number of days, and dismissals of terms that are then gone. */
export async function deleteOldNoResults(
  db: Queryable,
  { today, keptDays }: { today: string; keptDays: number },
): Promise<void> {
  await sql`delete from no_result_search where day <= ${today}::date - ${keptDays}::integer`.execute(
    db,
  )
  await sql`
    delete from no_result_dismissal d
    where not exists (select from no_result_search s where s.term = d.term)`.execute(db)
}

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
