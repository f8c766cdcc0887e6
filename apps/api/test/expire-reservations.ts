import { vi } from 'vitest'
import { defineJob } from '../src/platform/jobs/jobs.ts'
import type { TestShop } from './test-shop.ts'

const expireOrders = defineJob('lapse-orders')

/** Ends the time in which an order's products are held for its payment. */
export async function endReservation({ ctx }: TestShop, orderId: string): Promise<void> {
  await ctx.db.pool.query(
    `update orders set hold_ends_at = now() - interval '1 second' where id = $1`,
    [orderId],
  )
}

/** Has a worker look for orders whose hold is over, as it does every minute. */
export async function sweepReservations({ ctx }: TestShop): Promise<void> {
  await ctx.jobs.enqueue(ctx.db.kysely, expireOrders, {})
}

/** Lets an order expire as if its time were over. */
export async function expireReservation(shop: TestShop, orderId: string): Promise<void> {
  const { db } = shop.ctx
  await endReservation(shop, orderId)
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query('select status from orders where id = $1', [orderId])
      if (rows[0]?.status === 'UNPAID') return
      // Every time again: an order that someone is at is left to the next minute.
      await sweepReservations(shop)
      throw new Error(`The order is ${rows[0]?.status}`)
    },
    { timeout: 60_000, interval: 100 },
  )
}
