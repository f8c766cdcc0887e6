import type { Queryable } from '../../platform/database/database.ts'
import { refreshOrderSearch } from './order-search.queries.ts'
import type { OrderRow } from './orders.queries.ts'

/** Keeps an account from ordering until the transaction ends; notes on its orders go on. */
export async function lockAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Takes the person out of a shopper's orders; what was sold, for how much and to which country stays. */
export async function removePerson(tx: Queryable, userId: string): Promise<void> {
  const person = {
    email: null,
    remark: null,
    buyer_company: null,
    buyer_tax_number: null,
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
  await tx.updateTable('orders').set(person).where('user_id', '=', userId).execute()
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
    .where('order_id', 'in', (mine) =>
      mine.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .where('actor', 'in', ['SHOPPER', 'STAFF'])
    .execute()
  // Notes by staff may name the person.
  await tx
    .deleteFrom('order_note')
    .where('order_id', 'in', (mine) =>
      mine.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .execute()
  await tx
    .deleteFrom('order_correction')
    .where('order_id', 'in', (mine) =>
      mine.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .execute()
  await refreshOrderSearch(tx, { userId })
  await tx.deleteFrom('order_request').where('user_id', '=', userId).execute()
}
