import { z } from 'zod'
import { picture } from './catalog.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { attributeValues, orderStatus } from './orders.ts'
import { staffListQuery } from './query.ts'

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const count = z.number().int().nonnegative()

const { page, size } = staffListQuery(['soldLately'])

/** A variant for sale with a low stock. */
const scarceVariant = z.object({
  variantId: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  attributes: attributeValues,
  stock: count,
  /** Units sold in the last 30 days, and how many shoppers have it as a favourite. */
  soldLately: count,
  favorites: count,
})

/** The pending work of staff. */
const dashboard = z.object({
  /** When it was read. */
  at: instant,
  ordersByStatus: z.record(orderStatus, count),
  /** Payments that need review, then orders that do, oldest first; the first few of `count`. */
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
    /** Provider events about unknown payments, not processed for an hour; the first few. */
    events: z.array(z.object({ id: z.string(), review: z.string(), since: instant })),
    eventCount: count,
  }),
  /** Variants for sale with a low stock, the most wanted first; the first few of `count`. */
  scarce: z.object({
    count,
    /** The threshold of a low stock. */
    atMost: count,
    variants: z.array(scarceVariant),
  }),
  /** `assigned`: how many of the waiting ones are assigned. */
  conversations: z.object({ waiting: count, assigned: count, unread: count }),
  emails: z.object({ waiting: count, failed: count, hasMailServer: z.boolean() }),
})
export type Dashboard = z.infer<typeof dashboard>

export const getDashboard = defineEndpoint('getDashboard', {
  summary: 'What needs attention: orders by state, payments, stock, conversations, e-mails',
  access: 'admin',
  staff: 'SUPPORT',
  response: envelope(dashboard),
  errors,
})

export const listLowStock = defineEndpoint('listLowStock', {
  summary:
    'Variants for sale of which few or none are left: those sold most in the last 30 days first, then the favourites',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({ page, size }),
  response: listEnvelope(scarceVariant),
  errors,
})

const takings = z.object({
  /** Orders of the period that were accepted and not cancelled, with shipping, less refunds. */
  sales: dollars,
  /** The number of those orders, without fully refunded ones. */
  orders: count,
  /** Refunds made in the period, for any order. */
  refunds: dollars,
})
export type Takings = z.infer<typeof takings>

const period = z.object({
  now: takings,
  /** The previous period of the same length, up to this time of day. */
  before: takings,
})
export type SalesPeriod = z.infer<typeof period>

const sales = z.object({
  at: instant,
  /** Days are in the shop's time zone. */
  timeZone: z.string(),
  today: period,
  /** The last 7 and 30 days, today included. */
  week: period,
  month: period,
  /** The last 30 days, oldest first, with the 30 before them. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      sales: dollars,
      orders: count,
      salesBefore: dollars,
    }),
  ),
  /**
   * Of the last 30 days, by revenue less refunds, which are split between the lines of an order.
   */
  topProducts: z.array(
    z.object({
      productId: z.uuid(),
      identifier: z.string(),
      name: z.string(),
      picture: picture.nullable(),
      quantity: count,
      sales: dollars,
    }),
  ),
})
export type Sales = z.infer<typeof sales>

export const getSales = defineEndpoint('getSales', {
  summary: 'Sales of today, of 7 and of 30 days against the time before, and what sells best',
  access: 'admin',
  response: envelope(sales),
  errors,
})
