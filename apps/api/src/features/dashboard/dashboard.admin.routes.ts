import type { Dashboard, Sales, SalesPeriod, Takings } from '@solvane/contract/dashboard'
import { endpoints } from '@solvane/contract/endpoints'
import { toOrderNumber } from '@solvane/contract/orders'
import { lowStock } from '@solvane/contract/products.admin'
import { startOfDay, toLocalTime } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { findProductCards } from '../catalog/product-cards.ts'
import { toDollars } from '../catalog/to-card.ts'
import { countConversations } from '../chat/inbox.admin.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { outboxState } from '../emails/emails.admin.ts'
import { countOrders, listReviewsOfOrders } from '../orders/list-orders.admin.ts'
import { stuckBefore, stuckEvents, stuckReason } from '../payments/payment-details.admin.ts'
import {
  type DayOfRefunds,
  type DayOfSales,
  type PaymentToReview,
  paymentsToReview,
  refundsByDay,
  salesByDay,
  scarceVariants,
  topProducts,
} from './dashboard.queries.ts'
import { addDays } from './sales-report.ts'

/** Serves the dashboard of the back office. */
export function registerDashboard(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getDashboard, async (input) => ({
    data: await ctx.replica.read(input, (db) => getDashboard({ ...ctx, db })),
  }))
  registry.register(endpoints.listLowStock, (input) =>
    ctx.replica.read(input, (db) => listLowStock({ ...ctx, db }, input.query)),
  )
  registry.register(endpoints.getSales, async (input) => ({
    data: await ctx.replica.read(input, (db) => getSales({ ...ctx, db })),
  }))
}

/** The number of rows shown of each list. */
const shownRows = 8

/** The pending work of staff. */
async function getDashboard(ctx: Pick<AppContext, 'clock' | 'config' | 'db'>): Promise<Dashboard> {
  const db = ctx.db.kysely
  const [orders, payments, reviews, unknown, scarce, conversations, emails] = await Promise.all([
    countOrders(ctx),
    paymentsToReview(db, { stuckBefore: stuckBefore(ctx), limit: shownRows }),
    listReviewsOfOrders(ctx),
    stuckEvents(ctx, shownRows),
    listLowStock(ctx, { page: 1, size: shownRows }),
    countConversations(ctx, null),
    outboxState(ctx),
  ])
  return {
    at: ctx.clock.now().toISOString(),
    ordersByStatus: orders.byStatus,
    reviews: {
      count: (payments[0]?.total ?? 0) + reviews.length,
      payments: [
        ...payments.map((row) => ({
          orderId: row.order_id,
          orderNumber: toOrderNumber(row.number),
          review: reviewOf(row),
          amount: toDollars(row.amount_cents),
          since: row.since.toISOString(),
        })),
        ...reviews.slice(0, shownRows - payments.length),
      ],
      events: unknown.events.map(({ id, reason, since }) => ({
        id,
        review: reason,
        since: since.toISOString(),
      })),
      eventCount: unknown.total,
    },
    scarce: {
      count: scarce.total,
      atMost: lowStock,
      variants: scarce.data,
    },
    conversations: {
      waiting: conversations.waiting,
      assigned: conversations.assigned,
      unread: conversations.unread,
    },
    emails,
  }
}

/** Why a payment needs review: a decision of staff, a provider that does not respond, or both. */
function reviewOf({ method, review, stuck }: PaymentToReview): string {
  const waits = stuck && stuckReason({ ...stuck, method })
  return [review, waits].filter((reason) => reason !== null).join('. ')
}

/** The period of recent sales, in milliseconds. */
const lately = 30 * 24 * 60 * 60 * 1000

/** A page of the variants that are running out, the most wanted first, and the total. */
async function listLowStock(
  { clock, db }: Pick<AppContext, 'clock' | 'db'>,
  { page, size }: { page: number; size: number },
) {
  const at = clock.now()
  const rows = await scarceVariants(db.kysely, {
    at,
    atMost: lowStock,
    since: new Date(at.getTime() - lately),
    limit: size,
    offset: (page - 1) * size,
  })
  const data = rows.map((row) => ({
    variantId: row.variant_id,
    productId: row.product_id,
    name: row.name,
    attributes: row.attributes,
    stock: row.stock,
    soldLately: row.sold_lately,
    favorites: row.favorites,
  }))
  return { data, total: rows[0]?.total ?? 0 }
}

const shownDays = 30
const shownProducts = 7

/**
 * The sales of today, 7 and 30 days, compared with the period before; days are in the shop's time
 * zone.
 */
async function getSales(ctx: Pick<AppContext, 'clock' | 'db'>): Promise<Sales> {
  const db = ctx.db.kysely
  const now = ctx.clock.now()
  const timeZone = await shopTimeZone(ctx)
  const today = toLocalTime(now, timeZone).slice(0, 10)
  const startOf = (daysAgo: number) => startOfDay(addDays(today, -daysAgo), timeZone)
  const since = startOf(2 * shownDays - 1)
  const monthStart = startOf(shownDays - 1)
  const [sales, refunds, products] = await Promise.all([
    salesByDay(db, { since, now, timeZone }),
    refundsByDay(db, { since, now, timeZone }),
    topProducts(db, { since: monthStart, now, limit: shownProducts }),
  ])
  const cards = await findProductCards(
    ctx,
    products.map(({ product_id }) => product_id),
  )
  const calendar = readCalendar(today, sales, refunds)
  return {
    at: now.toISOString(),
    timeZone,
    today: calendar.period(1),
    week: calendar.period(7),
    month: calendar.period(shownDays),
    days: calendar.days(),
    topProducts: products.map((row) => ({
      productId: row.product_id,
      identifier: row.identifier,
      name: row.name,
      picture: cards.get(row.product_id)?.coverPicture ?? null,
      quantity: row.quantity,
      sales: toDollars(row.cents),
    })),
  }
}

function readCalendar(
  today: string,
  sales: readonly DayOfSales[],
  refunds: readonly DayOfRefunds[],
) {
  const salesOf = new Map(sales.map((row) => [row.day, row]))
  const refundsOf = new Map(refunds.map((row) => [row.day, row]))

  /** The sums of the days from `first` to `last` days ago; the last one up to this time of day. */
  function takings(first: number, last: number): Takings {
    const sum = { cents: 0, orders: 0, refunds: 0 }
    for (let daysAgo = first; daysAgo >= last; daysAgo -= 1) {
      const day = addDays(today, -daysAgo)
      const [sold, paidBack] = [salesOf.get(day), refundsOf.get(day)]
      const isWhole = daysAgo > last
      sum.cents += (isWhole ? sold?.cents : sold?.cents_by_now) ?? 0
      sum.orders += (isWhole ? sold?.orders : sold?.orders_by_now) ?? 0
      sum.refunds += (isWhole ? paidBack?.cents : paidBack?.cents_by_now) ?? 0
    }
    return { sales: toDollars(sum.cents), orders: sum.orders, refunds: toDollars(sum.refunds) }
  }

  return {
    period: (days: number): SalesPeriod => ({
      now: takings(days - 1, 0),
      before: takings(2 * days - 1, days),
    }),
    days: (): Sales['days'] =>
      Array.from({ length: shownDays }, (_, index) => {
        const daysAgo = shownDays - 1 - index
        const day = addDays(today, -daysAgo)
        const sold = salesOf.get(day)
        return {
          day,
          sales: toDollars(sold?.cents ?? 0),
          orders: sold?.orders ?? 0,
          salesBefore: toDollars(salesOf.get(addDays(today, -daysAgo - shownDays))?.cents ?? 0),
        }
      }),
  }
}
