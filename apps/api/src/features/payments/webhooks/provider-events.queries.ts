import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'

/** Who sends us messages by themselves. */
export type EventSender = 'STRIPE' | 'PAYPAL'

export interface EventRow {
  provider: EventSender
  event_id: string
  type: string
  payload: object
  /** Null where it was not known what attempt it is about. */
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

/** Keeps an event; gives false when it had come before. */
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
  provider: EventSender,
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

/** Locks an event and gives it for processing; undefined when that is done already. */
export function lockUnprocessedEvent(
  tx: Queryable,
  provider: EventSender,
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

export async function markProcessed(
  tx: Queryable,
  provider: EventSender,
  eventId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('provider_event')
    .set({ processed_at: at, last_error: null })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

export async function markEventFailed(
  db: Queryable,
  provider: EventSender,
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

/** Keeps which attempt an event is about, once that is known. */
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

/** Unprocessed events about no attempt that is known, from before an instant, the oldest first. */
export async function listUnknownEvents(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ provider: EventSender; event_id: string; received_at: Date; total: number }[]> {
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
    .$castTo<{ provider: EventSender; event_id: string; received_at: Date; total: number }>()
    .execute()
}

/** Events that came, or were last tried, before an instant and are not processed, the longest untried first. */
export function listUnprocessedEvents(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ provider: EventSender; eventId: string }[]> {
  return db
    .selectFrom('provider_event')
    .select(['provider', 'event_id as eventId'])
    .where('processed_at', 'is', null)
    .where(sql<boolean>`coalesce(tried_at, received_at) < ${before}`)
    .orderBy(sql`coalesce(tried_at, received_at)`)
    .limit(limit)
    .$castTo<{ provider: EventSender; eventId: string }>()
    .execute()
}

/** Forgets processed events: what they say of a shopper is not kept longer than it is of use. */
export async function deleteEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('provider_event').where('processed_at', '<', before).execute()
}
