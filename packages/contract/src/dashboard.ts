import { z } from 'zod'
import { defineCall, envelope } from './call.ts'
import { picture } from './catalog.ts'
import { dollars, instant } from './money.ts'
import { attributeValues, orderStatus } from './orders.ts'

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const count = z.number().int().nonnegative()

/** What waits for someone. */
const dashboard = z.object({
  /** When it was looked up. */
  at: instant,
  ordersByStatus: z.record(orderStatus, count),
  /** Payments that someone must look at, the oldest first; the first few of `count`. */
  reviews: z.object({
    count,
    payments: z.array(
      z.object({
        orderId: z.uuid(),
        orderNumber: z.string(),
        review: z.string(),
        amount: dollars,
        since: instant,
      }),
    ),
  }),
  /** Variants for sale of which few are left, the fewest first; the first few of `count`. */
  scarce: z.object({
    count,
    /** So few, or fewer. */
    atMost: count,
    variants: z.array(
      z.object({
        variantId: z.uuid(),
        productId: z.uuid(),
        name: z.string(),
        attributes: attributeValues,
        stock: count,
      }),
    ),
  }),
  /** `assigned`: how many of those that wait a colleague has. */
  conversations: z.object({ waiting: count, assigned: count, unread: count }),
  letters: z.object({ waiting: count, failed: count, hasMailServer: z.boolean() }),
})
export type Dashboard = z.infer<typeof dashboard>

export const getDashboard = defineCall('getDashboard', {
  summary: 'What waits for someone: orders by state, payments, stock, conversations, letters',
  access: 'admin',
  staff: 'SUPPORT',
  response: envelope(dashboard),
  errors,
})

const takings = z.object({
  /** Of orders placed then that were accepted and not cancelled since, shipping included. */
  sales: dollars,
  orders: count,
  /** Paid back then, of whichever order. */
  refunds: dollars,
})
export type Takings = z.infer<typeof takings>

const period = z.object({
  now: takings,
  /** The same stretch just before: so many days earlier, until this time of day. */
  before: takings,
})
export type SalesPeriod = z.infer<typeof period>

const sales = z.object({
  at: instant,
  /** Days are the house's own, as its office hours are. */
  timeZone: z.string(),
  today: period,
  /** The last 7 and 30 days, today included. */
  week: period,
  month: period,
  /** The last 30 days, the oldest first, with the 30 before them. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      sales: dollars,
      orders: count,
      salesBefore: dollars,
    }),
  ),
  /** Of the last 30 days, by what was paid for them. */
  topProducts: z.array(
    z.object({
      productId: z.uuid(),
      identifier: z.string(),
      name: z.string(),
      picture: picture.nullable(),
      pieces: count,
      sales: dollars,
    }),
  ),
})
export type Sales = z.infer<typeof sales>

export const getSales = defineCall('getSales', {
  summary: 'Sales of today, of 7 and of 30 days against the time before, and what sells best',
  access: 'admin',
  response: envelope(sales),
  errors,
})
