import { expect, vi } from 'vitest'
import type { TestShop } from './test-shop.ts'

/** Until one statement of the shop that matches `statement` waits for the lock of another. */
export async function untilBlocked({ ctx }: TestShop, statement: string): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`
  await vi.waitFor(
    async () => expect((await ctx.db.pool.query(waiting, [statement])).rowCount).toBe(1),
    20_000,
  )
}
