import type { DemandRow, demandSorts } from '@solvane/contract/waiting-list.admin'
import { sql } from 'kysely'
import { containing, type Queryable } from '../../platform/database/database.ts'

/** How many wait for a variant; `total` is how many variants there are in all. */
type Row = Omit<DemandRow, 'since'> & { since: Date | null; total: number }

const orders = {
  waiting: sql`waiting`,
  name: sql`lower(p.name)`,
  since: sql`since`,
}

export async function listDemandRows(
  db: Queryable,
  {
    q,
    page,
    size,
    sort,
    order,
  }: {
    q?: string | undefined
    page: number
    size: number
    sort: (typeof demandSorts)[number]
    order: 'asc' | 'desc'
  },
): Promise<Row[]> {
  const direction = sql.raw(order)
  const { rows } = await sql<Row>`
    with wanted as (
      select variant_id,
        count(*) filter (where state = 'WAITING') as waiting,
        count(*) filter (where state = 'UNCONFIRMED') as unconfirmed,
        count(*) filter (where state = 'OFFERED') as offered,
        count(*) filter (where state = 'ORDERED') as ordered,
        count(*) filter (where state = 'LAPSED') as lapsed,
        min(asked_at) filter (where state = 'WAITING') as since
      from waiting_list_entry group by variant_id)
    select v.id, p.id as "productId", p.name, v.attributes as "attributeValues",
      coalesce(v.pictures -> 0, p.pictures -> 0) as picture, v.stock,
      w.waiting, w.unconfirmed, w.offered, w.ordered, w.lapsed, w.since, count(*) over () as total
    from wanted w join variant v on v.id = w.variant_id join product p on p.id = v.product_id
    where (w.waiting > 0 or w.unconfirmed > 0 or w.offered > 0)
      and ${q ? sql`lower(p.name) like ${containing(q)}` : sql`true`}
    order by ${orders[sort]} ${direction} nulls last, v.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}
