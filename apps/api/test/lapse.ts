import { vi } from 'vitest'
import { lapseOrders } from '../src/features/orders/end-due-orders.ts'
import type { TestShop } from './test-shop.ts'

/** Ends the time in which an order's pieces are held for its payment. */
export async function endHold({ ctx }: TestShop, orderId: string): Promise<void> {
  await ctx.db.pool.query(
    `update orders set hold_ends_at = now() - interval '1 second' where id = $1`,
    [orderId],
  )
}

/** Lets an order lapse as if its time were over. */
export async function lapse(shop: TestShop, orderId: string): Promise<void> {
  await endHold(shop, orderId)
  // An order that someone is at is left to the next time.
  await vi.waitFor(async () => {
    await lapseOrders(shop.ctx)
    const { rows } = await shop.ctx.db.pool.query('select status from orders where id = $1', [
      orderId,
    ])
    if (rows[0]?.status !== 'UNPAID') throw new Error(`The order is ${rows[0]?.status}`)
  })
}
