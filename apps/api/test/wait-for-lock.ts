import { expect, vi } from 'vitest'
import { isDeadlock } from '../src/platform/database/database-errors.ts'
import type { TestShop } from './test-shop.ts'

/** Until `count` statements of the shop that match `statement` wait for the lock of another. */
export async function untilBlocked({ ctx }: TestShop, statement: string, count = 1): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`
  await vi.waitFor(
    async () => expect((await ctx.db.pool.query(waiting, [statement])).rowCount).toBe(count),
    20_000,
  )
}

/**
 * Does `work` of the shop while another transaction has locked the variant `waitsFor`, and asks for `holds`,
 * which the work has locked by then: a deadlock. The work has waited for longer, so the database ends it;
 * only where a slow machine takes a second in between, the other one.
 */
export async function deadlockWith(
  shop: TestShop,
  { work, waitsFor, holds }: { work: () => Promise<unknown>; waitsFor: string; holds: string },
): Promise<void> {
  const lock = 'select from variant where id = $1 for no key update'
  const other = await shop.ctx.db.pool.connect()
  try {
    await other.query('begin')
    await other.query(lock, [waitsFor])
    const done = work()
    await untilBlocked(shop, 'variant')
    await other.query(lock, [holds]).catch((error: unknown) => {
      if (!isDeadlock(error)) throw error
    })
    await other.query('rollback')
    await done
  } finally {
    other.release()
  }
}
