import { vi } from 'vitest'
import { defineJob } from '../src/platform/jobs/jobs.ts'
import type { TestShop } from './test-shop.ts'

const expireOrders = defineJob('expire-orders')

/** Ends the reservation of an order's items. */
export async function endReservation({ ctx }: TestShop, orderId: string): Promise<void> {
  await ctx.db.pool.query(
    `update orders set hold_ends_at = now() - interval '1 second' where id = $1`,
    [orderId],
  )
}

/** Runs the worker that looks for expired reservations every minute. */
export async function sweepReservations({ ctx }: TestShop): Promise<void> {
  await ctx.jobs.enqueue(ctx.db.kysely, expireOrders, {})
}

/** Lets an order expire. */
export async function expireReservation(shop: TestShop, orderId: string): Promise<void> {
  const { db } = shop.ctx
  await endReservation(shop, orderId)
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query('select status from orders where id = $1', [orderId])
      if (rows[0]?.status === 'UNPAID') return
      // Repeated, because an order that is locked is skipped until the next run.
      await sweepReservations(shop)
      throw new Error(`The order is ${rows[0]?.status}`)
    },
    { timeout: 60_000, interval: 100 },
  )
}
