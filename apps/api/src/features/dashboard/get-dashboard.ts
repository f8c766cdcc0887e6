import type { Dashboard } from '@solvane/contract/dashboard'
import { toOrderNumber } from '@solvane/contract/order-number'
import { lowStock } from '@solvane/contract/products-admin'
import type { AppContext } from '../../context.ts'
import { toDollars } from '../catalog/to-dollars.ts'
import { countConversations } from '../chat/inbox.ts'
import { countOrders } from '../orders/list-orders.ts'
import { outboxState } from '../outbox/read-outbox.ts'
import { paymentsToReview, scarceVariants } from './dashboard.queries.ts'

/** The first few of what waits. */
const shownRows = 8

/** What waits for someone now. */
export async function getDashboard(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
): Promise<Dashboard> {
  const db = ctx.db.kysely
  const [orders, payments, variants, conversations, letters] = await Promise.all([
    countOrders(ctx),
    paymentsToReview(db, shownRows),
    scarceVariants(db, { atMost: lowStock, limit: shownRows }),
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
        review: row.review,
        amount: toDollars(row.amount_cents),
        since: row.created_at.toISOString(),
      })),
    },
    scarce: {
      count: variants[0]?.total ?? 0,
      atMost: lowStock,
      variants: variants.map((row) => ({
        variantId: row.variant_id,
        productId: row.product_id,
        name: row.name,
        attributes: row.attributes,
        stock: row.stock,
      })),
    },
    conversations: {
      waiting: conversations.waiting,
      assigned: conversations.assigned,
      unread: conversations.unread,
    },
    letters,
  }
}
