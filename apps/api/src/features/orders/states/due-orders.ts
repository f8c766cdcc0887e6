import type { AppContext } from '../../../context.ts'
import { type DueOrder, listDueOrders, type TimedStatus } from './due-orders.queries.ts'

const batchSize = 100

/**
 * Does `work` for each order whose time in a state is over, one after the other. One that fails is told
 * of and left for the next time.
 */
export async function forEachDueOrder(
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
  status: TimedStatus,
  work: (orderId: string) => Promise<unknown>,
): Promise<void> {
  const at = clock.now()
  let after: DueOrder | null = null
  for (;;) {
    const due: DueOrder[] = await listDueOrders(db.kysely, status, { at, after, limit: batchSize })
    for (const { id } of due)
      await work(id).catch((error) =>
        log.error({ err: error, orderId: id, status }, 'an order whose time is over stays'),
      )
    after = due.at(-1) ?? null
    if (due.length < batchSize) return
  }
}
