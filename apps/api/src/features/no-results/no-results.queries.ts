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

/** Removes what was searched for so many days before `today`, and dismissals of what is then gone. */
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
