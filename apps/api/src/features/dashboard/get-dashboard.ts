import type { Dashboard } from '@solvane/contract/dashboard'
import { toOrderNumber } from '@solvane/contract/orders'
import { lowStock } from '@solvane/contract/products.admin'
import type { AppContext } from '../../context.ts'
import { toDollars } from '../catalog/to-card.ts'
import { countConversations } from '../chat/inbox.admin.ts'
import { countOrders } from '../orders/list-orders.admin.ts'
import { outboxState } from '../outbox/outbox.ts'
import { stuckBefore, stuckEvents, stuckReason } from '../payments/stuck-payments.admin.ts'
import { type PaymentToReview, paymentsToReview, scarceVariants } from './dashboard.queries.ts'

/** The first few of what waits. */
const shownRows = 8

/** What waits for someone now. */
export async function getDashboard(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
): Promise<Dashboard> {
  const db = ctx.db.kysely
  const [orders, payments, unknown, scarce, conversations, letters] = await Promise.all([
    countOrders(ctx),
    paymentsToReview(db, { stuckBefore: stuckBefore(ctx), limit: shownRows }),
    stuckEvents(ctx, shownRows),
    listLowStock(ctx, { page: 1, size: shownRows }),
    countConversations(ctx, null),
    outboxState(ctx),
  ])
  return {
    at: ctx.clock.now().toISOString(),
    ordersByStatus: orders.byStatus,
    reviews: {
      count: payments[0]?.total ?? 0,
      payments: payments.map((row) => ({
        orderId: row.order_id,
        orderNumber: toOrderNumber(row.number),
        review: reviewOf(row),
        amount: toDollars(row.amount_cents),
        since: row.since.toISOString(),
      })),
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
    letters,
  }
}

/** Why someone must look at a payment: what staff are to decide, what waits for its provider, or both. */
function reviewOf({ method, review, stuck }: PaymentToReview): string {
  const waits = stuck && stuckReason({ ...stuck, method })
  return [review, waits].filter((reason) => reason !== null).join('. ')
}

/** What counts as lately sold, in milliseconds. */
const lately = 30 * 24 * 60 * 60 * 1000

/** A page of the variants that are running out, the most wanted first, and how many there are in all. */
export async function listLowStock(
  { clock, db }: Pick<AppContext, 'clock' | 'db'>,
  { page, size }: { page: number; size: number },
) {
  const rows = await scarceVariants(db.kysely, {
    atMost: lowStock,
    since: new Date(clock.now().getTime() - lately),
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
