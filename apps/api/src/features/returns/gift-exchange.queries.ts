import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { Recipient } from '../orders/returned-orders.ts'

export async function insertRecipient(
  tx: Queryable,
  recipient: Recipient & { return_id: string },
): Promise<void> {
  await tx.insertInto('gift_recipient').values(recipient).execute()
}

/** The recipient who has requested the exchange of a gift; undefined once removed. */
export function findRecipient(db: Queryable, returnId: string): Promise<Recipient | undefined> {
  return db
    .selectFrom('gift_recipient')
    .select([
      'email',
      'full_name',
      'phone_number',
      'street_address',
      'address_line2',
      'city',
      'state',
      'postal_code',
      'country',
    ])
    .where('return_id', '=', returnId)
    .executeTakeFirst()
}

/** The returns that were requested, as a recipient, with the confirmed e-mail address of an account. */
export async function listReturnIdsOfRecipient(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ return_id: string }>`
    select g.return_id from gift_recipient g
    join users u on lower(u.email) = lower(g.email)
    where u.id = ${userId} and u.email_verified_at is not null
    order by g.return_id`.execute(db)
  return rows.map(({ return_id }) => return_id)
}

/** The exchanges of gifts that were given with a shopper's orders, if something of their recipients is left. */
export async function listGiftReturnIdsOfGiver(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ return_id: string }>`
    select g.return_id from gift_recipient g
    join return_request r on r.id = g.return_id join orders o on o.id = r.order_id
    where o.user_id = ${userId} order by g.return_id`.execute(db)
  return rows.map(({ return_id }) => return_id)
}

/** The exchanges of gifts that ended, and whose goods arrived, before an instant. */
export async function listEndedGiftReturns(db: Queryable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ return_id: string }>`
    select g.return_id from gift_recipient g
    join return_request r on r.id = g.return_id
    left join orders e on e.exchange_of = r.id
    where r.status in ('REFUNDED', 'EXCHANGED', 'SENT_BACK', 'DECLINED', 'CANCELLED')
      and (e.id is null or e.status in ('COMPLETED', 'CANCELLED'))
      and ${before} > (select max(at) from return_transition t where t.return_id = r.id)
      and ${before} > coalesce((select max(at) from order_transition t where t.order_id = e.id), '-infinity')
    order by g.return_id limit 1000`.execute(db)
  return rows.map(({ return_id }) => return_id)
}

/** Whether the exchange of a gift is not over: its goods or those that are sent instead are on their way. */
export async function isGiftReturnUnderWay(db: Queryable, returnId: string): Promise<boolean> {
  const { rows } = await sql<{ is_under_way: boolean }>`
    select r.status not in ('REFUNDED', 'EXCHANGED', 'SENT_BACK', 'DECLINED', 'CANCELLED')
      or coalesce(e.status not in ('DELIVERED', 'COMPLETED', 'CANCELLED'), false) as is_under_way
    from return_request r left join orders e on e.exchange_of = r.id
    where r.id = ${returnId}`.execute(db)
  return rows[0]?.is_under_way ?? false
}

/** Removes the recipient of an exchange, and the texts that they and staff have written about it. */
export async function deleteRecipient(tx: Queryable, returnId: string): Promise<void> {
  await tx.deleteFrom('gift_recipient').where('return_id', '=', returnId).execute()
  await tx
    .updateTable('return_request')
    .set({ answer: null, tracking_carrier: null, tracking_number: null })
    .where('id', '=', returnId)
    .execute()
}
