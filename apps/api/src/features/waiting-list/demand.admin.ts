import type { DemandRow, demandSorts } from '@solvane/contract/waiting-list'
import type { AppContext } from '../../context.ts'
import { listDemandRows } from './waiting-list.queries.ts'

/** A page of the variants that shoppers wait for, or that are reserved for them. */
export async function listDemand(
  { db }: Pick<AppContext, 'db'>,
  query: {
    q?: string | undefined
    page: number
    size: number
    sort: (typeof demandSorts)[number]
    order: 'asc' | 'desc'
  },
): Promise<{ data: DemandRow[]; total: number }> {
  const rows = await listDemandRows(db.kysely, query)
  return {
    data: rows.map(({ total: _, since, ...row }) => ({
      ...row,
      since: since?.toISOString() ?? null,
    })),
    total: rows[0]?.total ?? 0,
  }
}
