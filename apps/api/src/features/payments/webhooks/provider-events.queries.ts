import type { PaymentMethod } from '@solvane/contract/payment-methods'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'

export interface EventRow {
  provider: PaymentMethod
  event_id: string
  type: string
  payload: object
  /** Null while its attempt is unknown. */
  payment_id: string | null
  received_at: Date
  processed_at: Date | null
  attempts: number
}

const columns = [
  'provider',
  'event_id',
  'type',
  'payload',
  'payment_id',
  'received_at',
  'processed_at',
  'attempts',
] as const

/** Stores an event; returns false for a duplicate. */
export async function insertEvent(
  tx: Queryable,
  event: Pick<
    EventRow,
    'provider' | 'event_id' | 'type' | 'payload' | 'payment_id' | 'received_at'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_event')
    .values({ ...event, payload: JSON.stringify(event.payload) })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export function findEvent(
  db: Queryable,
  provider: PaymentMethod,
  eventId: string,
): Promise<EventRow | undefined> {
  return db
    .selectFrom('provider_event')
    .select(columns)
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .$castTo<EventRow>()
    .executeTakeFirst()
}

/** Locks an event for processing; undefined when it is already processed. */
export function lockUnprocessedEvent(
  tx: Queryable,
  provider: PaymentMethod,
  eventId: string,
): Promise<{ event_id: string } | undefined> {
  return tx
    .selectFrom('provider_event')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Marks an event as processed, and removes its content if the account is closed by then. */
export async function markProcessed(
  tx: Queryable,
  provider: PaymentMethod,
  eventId: string,
  at: Date,
): Promise<void> {
  const isOfClosed = sql`exists (
    select from payment p join orders o on o.id = p.order_id join users u on u.id = o.user_id
    where p.id = provider_event.payment_id and u.deleted_at is not null)`
  await tx
    .updateTable('provider_event')
    .set({
      processed_at: at,
      last_error: null,
      payload: sql`case when ${isOfClosed} then '{}' else payload end`,
    })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

export async function markEventFailed(
  db: Queryable,
  provider: PaymentMethod,
  eventId: string,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await db
    .updateTable('provider_event')
    .set((row) => ({ attempts: row('attempts', '+', 1), last_error: reason, tried_at: at }))
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

/** Records the attempt that an event is about. */
export async function setEventPayment(
  db: Queryable,
  { provider, event_id }: Pick<EventRow, 'provider' | 'event_id'>,
  paymentId: string,
): Promise<void> {
  await db
    .updateTable('provider_event')
    .set({ payment_id: paymentId })
    .where('provider', '=', provider)
    .where('event_id', '=', event_id)
    .execute()
}

/** Unprocessed events of unknown attempts from before an instant, oldest first. */
export async function listUnknownEvents(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ provider: PaymentMethod; event_id: string; received_at: Date; total: number }[]> {
  return db
    .selectFrom('provider_event')
    .select((row) => [
      'provider',
      'event_id',
      'received_at',
      row.fn.countAll<number>().over().as('total'),
    ])
    .where('processed_at', 'is', null)
    .where('payment_id', 'is', null)
    .where('received_at', '<=', before)
    .orderBy('received_at')
    .orderBy('event_id')
    .limit(limit)
    .$castTo<{ provider: PaymentMethod; event_id: string; received_at: Date; total: number }>()
    .execute()
}

/** Unprocessed events received or last attempted before an instant, longest waiting first. */
export function listUnprocessedEvents(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ provider: PaymentMethod; eventId: string }[]> {
  return db
    .selectFrom('provider_event')
    .select(['provider', 'event_id as eventId'])
    .where('processed_at', 'is', null)
    .where(sql<boolean>`coalesce(tried_at, received_at) < ${before}`)
    .orderBy(sql`coalesce(tried_at, received_at)`)
    .limit(limit)
    .$castTo<{ provider: PaymentMethod; eventId: string }>()
    .execute()
}

/** Removes the content of processed events about the payments of a user; the events themselves stay. */
export async function removePayloadsOfUser(tx: Queryable, userId: string): Promise<void> {
  await sql`
    update provider_event set payload = '{}' where processed_at is not null and payment_id in (
      select p.id from payment p join orders o on o.id = p.order_id where o.user_id = ${userId})`.execute(
    tx,
  )
}

/** Deletes old processed events, because they hold personal data of shoppers. */
export async function deleteEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('provider_event').where('processed_at', '<', before).execute()
}
