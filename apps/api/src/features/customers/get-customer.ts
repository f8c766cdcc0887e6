import type { Customer } from '@solvane/contract/customers'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { listAddresses } from '../addresses/list-addresses.ts'
import { accountFacts, countSessions } from '../auth/account.admin.ts'
import { toDollars } from '../catalog/to-dollars.ts'
import { redemptionsOf } from '../coupons/list-redemptions.ts'
import { purchasesOf } from '../orders/purchases.ts'

/** An account with what it has with the house, for staff. Raises `CUSTOMER_NOT_FOUND`. */
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
