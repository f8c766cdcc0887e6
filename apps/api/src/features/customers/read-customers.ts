import type {
  Customer,
  CustomerRow,
  listCustomers as listCustomersCall,
} from '@solvane/contract/customers'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { listAddresses } from '../addresses/addresses.ts'
import { accountFacts, countSessions } from '../auth/accounts.admin.ts'
import { toDollars } from '../catalog/to-card.ts'
import { redemptionsOf } from '../coupons/list-coupons.admin.ts'
import { purchasesOf } from '../orders/purchases.admin.ts'
import { countCustomers, listCustomerRows } from './customers.queries.ts'

/** A page of shoppers' accounts for staff, and the total, in three statements. */
export async function listCustomers(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  { page, size, q, state, sort, order }: z.output<typeof listCustomersCall.query>,
): Promise<{ data: CustomerRow[]; total: number }> {
  const filter = { text: q || undefined, state }
  const [rows, total] = await Promise.all([
    listCustomerRows(db, filter, { sort, order, limit: size, offset: (page - 1) * size }),
    countCustomers(db, filter),
  ])
  const purchases = await purchasesOf(
    db,
    rows.map(({ id }) => id),
  )
  const data = rows.map((row) => {
    const { orders, spentCents, lastOrderAt } = purchases(row.id)
    return {
      id: row.id,
      email: row.email,
      name: row.nick_name,
      createdAt: row.created_at.toISOString(),
      isEmailVerified: row.email_verified_at !== null,
      blockedAt: row.blocked_at?.toISOString() ?? null,
      orders,
      spent: toDollars(spentCents),
      lastOrderAt: lastOrderAt?.toISOString() ?? null,
    }
  })
  return { data, total }
}

/** An account with its orders and conversations, for staff. Throws `CUSTOMER_NOT_FOUND`. */
export async function getCustomer(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  id: string,
): Promise<Customer> {
  const account = await accountFacts(ctx, id)
  if (!account) throw new ShopError('CUSTOMER_NOT_FOUND')
  const [addresses, sessions, coupons, purchases] = await Promise.all([
    listAddresses(ctx, id),
    countSessions(ctx, id),
    redemptionsOf(ctx, id),
    purchasesOf(ctx.db.kysely, [id]),
  ])
  const { orders, spentCents, lastOrderAt, underWay } = purchases(id)
  return {
    ...account,
    createdAt: account.createdAt.toISOString(),
    blockedAt: account.blockedAt?.toISOString() ?? null,
    orderLimitsLiftedAt: account.orderLimitsLiftedAt?.toISOString() ?? null,
    orders,
    spent: toDollars(spentCents),
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
    addresses: addresses.length,
    sessions,
    ordersUnderWay: underWay,
    coupons,
  }
}
