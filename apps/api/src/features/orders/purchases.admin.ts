import type { Queryable } from '../../platform/database/database.ts'
import { listPurchases } from './admin/orders.admin.queries.ts'

/** What an account has bought. */
export interface Purchases {
  orders: number
  /** Paid and not paid back, in cents. */
  spentCents: number
  lastOrderAt: Date | null
  /** Orders that must end before the account can be closed. */
  underWay: number
}

const none: Purchases = { orders: 0, spentCents: 0, lastOrderAt: null, underWay: 0 }

/** What accounts have bought, in one statement; gives for every id. */
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
