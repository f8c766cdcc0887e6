import type { Queryable } from '../../../platform/database/database.ts'

/** What time does to orders: the state they leave, and the column that says when. */
const dueColumns = {
  PENDING: 'hold_ends_at',
  UNPAID: 'given_up_at',
  DELIVERED: 'completes_at',
} as const

/** A state that orders leave by themselves. */
export type TimedStatus = keyof typeof dueColumns

/** Where a look through due orders has come to. */
export interface DueOrder {
  id: string
  due_at: Date
}

/** Orders whose time in a state was over at `at`, the longest over first, after `after`. */
export async function listDueOrders(
  db: Queryable,
  status: TimedStatus,
  { at, after, limit }: { at: Date; after: DueOrder | null; limit: number },
): Promise<DueOrder[]> {
  const column = dueColumns[status]
  return db
    .selectFrom('orders')
    .where('status', '=', status)
    .where(column, '<=', at)
    .$if(after !== null, (due) =>
      due.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, 'id'), '>', tuple(after?.due_at ?? at, after?.id ?? '')),
      ),
    )
    .orderBy(column)
    .orderBy('id')
    .limit(limit)
    .select(['id', `${column} as due_at`])
    .$castTo<DueOrder>()
    .execute()
}
