import type { CorrectionKind } from '@solvane/contract/orders.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import { refreshOrderSearch } from './order-updates.queries.ts'
import type { OrderRow } from './orders.queries.ts'

/** All orders of a shopper, or one order. */
export type PersonsOrders = { userId: string } | { orderId: string }

/**
 * Keeps an account from ordering until the transaction ends; staff can still write notes on its
 * orders.
 */
export async function lockAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** The order that sends the exchange of a return. */
export function findExchangeOrder(
  db: Queryable,
  returnId: string,
): Promise<Pick<OrderRow, 'id' | 'email'> | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'email'])
    .where('exchange_of', '=', returnId)
    .executeTakeFirst()
}

/** A correction of an order by staff, without who made it. */
interface ShopperCorrection {
  order_id: string
  kind: CorrectionKind
  before: Record<string, string | null>
  after: Record<string, string | null>
  at: Date
}

/** The corrections of a shopper's orders by staff, by order, each order's oldest first. */
export async function correctionsOfShopper(
  db: Queryable,
  userId: string,
): Promise<Map<string, ShopperCorrection[]>> {
  const rows = await db
    .selectFrom('order_correction as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .select(['c.order_id', 'c.kind', 'c.before', 'c.after', 'c.at'])
    .where('o.user_id', '=', userId)
    .orderBy('c.id')
    .$castTo<ShopperCorrection>()
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Removes the person from orders; the goods, the amounts and the country stay. */
export async function removePerson(tx: Queryable, which: PersonsOrders): Promise<void> {
  const person = {
    email: null,
    remark: null,
    buyer_company: null,
    buyer_tax_number: null,
    gift: null,
    shipping_full_name: null,
    shipping_phone_number: null,
    shipping_street_address: null,
    shipping_address_line2: null,
    shipping_city: null,
    shipping_state: null,
    shipping_postal_code: null,
    tracking_carrier: null,
    tracking_number: null,
    tracking_url: null,
  } satisfies Partial<OrderRow>
  const theirs =
    'userId' in which
      ? sql<boolean>`user_id = ${which.userId}`
      : sql<boolean>`id = ${which.orderId}`
  const ofTheirs = sql<boolean>`order_id in (select id from orders where ${theirs})`
  await tx.updateTable('orders').set(person).where(theirs).execute()
  // Shoppers and staff who cancel may give any reason.
  await tx
    .updateTable('order_transition')
    .set((row) => ({
      reason: row
        .case()
        .when('actor', '=', 'SHOPPER')
        .then('By a shopper whose account is closed')
        .else('By staff, before the account was closed')
        .end(),
    }))
    .where(ofTheirs)
    .where('actor', 'in', ['SHOPPER', 'STAFF'])
    .execute()
  // Notes by staff may name the person, and parcels are followed to the address.
  await tx.deleteFrom('order_note').where(ofTheirs).execute()
  await tx.deleteFrom('order_correction').where(ofTheirs).execute()
  await tx.deleteFrom('parcel').where(ofTheirs).execute()
  await tx.deleteFrom('gift_link').where(ofTheirs).execute()
  await refreshOrderSearch(tx, which)
  if ('userId' in which)
    await tx.deleteFrom('order_request').where('user_id', '=', which.userId).execute()
}
