import type { Queryable } from '../../platform/database/database.ts'
import { listPurchases } from './admin/orders.admin.queries.ts'

/** The purchases of an account. */
export interface Purchases {
  orders: number
  /** Paid less refunds, in cents. */
  spentCents: number
  lastOrderAt: Date | null
  /** Orders that must end before the account can be closed. */
  underWay: number
}

const none: Purchases = { orders: 0, spentCents: 0, lastOrderAt: null, underWay: 0 }

/** The purchases of accounts, in one statement; with an entry for every id. */
export async function purchasesOf(
  db: Queryable,
  userIds: string[],
): Promise<(userId: string) => Purchases> {
  const rows = await listPurchases(db, userIds)
  const known = new Map(
    rows.map((row) => [
      row.user_id,
      {
        orders: row.orders,
        spentCents: row.spent_cents,
        lastOrderAt: row.last_order_at,
        underWay: row.under_way,
      },
    ]),
  )
  return (userId) => known.get(userId) ?? none
}
