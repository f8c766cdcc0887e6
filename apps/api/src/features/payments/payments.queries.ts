import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { PaymentStatus } from '@solvane/contract/payments'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** How an attempt is paid: `MANUAL` is a payment recorded by staff. */
export type AttemptMethod = PaymentMethod | 'MANUAL'

export interface PaymentRow {
  id: string
  order_id: string
  attempt: number
  method: AttemptMethod
  status: PaymentStatus
  amount_cents: number
  provider_ref: string | null
  approval_url: string | null
  capture_ref: string | null
  captured_cents: number
  refunded_cents: number
  expires_at: Date | null
  failure: string | null
  review: string | null
  created_at: Date
  asked_at: Date | null
  unreached_since: Date | null
  settled_at: Date | null
}

/** The columns of an attempt that change after it is added. */
export type PaymentChange = Partial<
  Pick<
    PaymentRow,
    | 'status'
    | 'provider_ref'
    | 'approval_url'
    | 'capture_ref'
    | 'captured_cents'
    | 'refunded_cents'
    | 'expires_at'
    | 'failure'
    | 'review'
    | 'settled_at'
  >
>

const payments = (db: Queryable) => db.selectFrom('payment').selectAll().$castTo<PaymentRow>()

/**
 * The attempts of an order, oldest first, locked together with the order until the transaction ends. The
 * order's lock keeps others from adding attempts and fixes the sequence in which locks are taken.
 */
export async function lockAttempts(tx: Queryable, orderId: string): Promise<PaymentRow[]> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  return payments(tx).where('order_id', '=', orderId).orderBy('attempt').forNoKeyUpdate().execute()
}

export function findPayment(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  return payments(db).where('id', '=', id).executeTakeFirst()
}

/** An attempt by the provider's id of it or of its captured payment. */
export function findPaymentByRefs(
  db: Queryable,
  method: AttemptMethod,
  {
    providerRef,
    captureRef,
  }: { providerRef?: string | undefined; captureRef?: string | undefined },
): Promise<PaymentRow | undefined> {
  if (!providerRef && !captureRef) return Promise.resolve(undefined)
  return payments(db)
    .where('method', '=', method)
    .where((row) =>
      row.or([
        ...(providerRef ? [row('provider_ref', '=', providerRef)] : []),
        ...(captureRef ? [row('capture_ref', '=', captureRef)] : []),
      ]),
    )
    .executeTakeFirst()
}

/** An attempt of this shopper, by its id or the provider's. */
export function findPaymentOfUser(
  db: Queryable,
  userId: string,
  ref: { paymentId: string } | { providerRef: string },
): Promise<PaymentRow | undefined> {
  const mine = payments(db).where('order_id', 'in', (orders) =>
    orders.selectFrom('orders').select('id').where('user_id', '=', userId),
  )
  return 'paymentId' in ref
    ? mine.where('id', '=', ref.paymentId).executeTakeFirst()
    : mine.where('provider_ref', '=', ref.providerRef).executeTakeFirst()
}

/** The attempts of several orders, each order's oldest first. */
export function listAttempts(db: Queryable, orderIds: string[]): Promise<PaymentRow[]> {
  return payments(db)
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .orderBy('order_id')
    .orderBy('attempt')
    .execute()
}

/** Whether a payment or refund of these orders is under way, awaits review, or is cash still to be recorded. */
export async function hasUnsettledMoney(db: Queryable, orderIds: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from payment p
    where p.order_id = any (${orderIds}::uuid[]) and (p.status = 'PROCESSING' or p.review is not null
      or (p.method = 'COD' and p.status = 'PENDING')
      or exists (select from refund r where r.payment_id = p.id and r.status = 'PENDING')
      or exists (select from dispute d where d.payment_id = p.id and d.status = 'OPEN'))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Adds an attempt and its first transition. */
export async function insertPayment(
  tx: Queryable,
  payment: Pick<
    PaymentRow,
    'id' | 'order_id' | 'attempt' | 'method' | 'amount_cents' | 'expires_at' | 'created_at'
  >,
  reason: string,
): Promise<void> {
  await tx
    .insertInto('payment')
    .values({ ...payment, status: 'PENDING' })
    .execute()
  await insertTransition(tx, {
    payment_id: payment.id,
    from_status: null,
    to_status: 'PENDING',
    reason,
    at: payment.created_at,
  })
}

export async function updatePayment(
  tx: Queryable,
  id: string,
  change: PaymentChange,
): Promise<void> {
  await tx.updateTable('payment').set(change).where('id', '=', id).execute()
}

export async function insertTransition(
  tx: Queryable,
  transition: {
    payment_id: string
    from_status: PaymentStatus | null
    to_status: PaymentStatus
    reason: string
    at: Date
  },
): Promise<void> {
  await tx.insertInto('payment_transition').values(transition).execute()
}

/** Records that the provider of an attempt was queried, and whether it answered. */
export async function markQueried(
  db: Queryable,
  id: string,
  at: Date,
  { hasAnswered }: { hasAnswered: boolean },
): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      asked_at: at,
      unreached_since: hasAnswered ? null : sql<Date>`coalesce(unreached_since, ${at})`,
    })
    .where('id', '=', id)
    .execute()
}

/** A part of an attempt that waits for its provider, see `stuck_payments`. */
export interface StuckRow {
  payment_id: string
  order_id: string
  method: AttemptMethod
  what: 'REFUND' | 'ANSWER' | 'EVENT'
  cents: number | null
  since: Date
}

/** Attempts of these orders that have waited for their provider since before an instant. */
export async function listStuckPayments(
  db: Queryable,
  before: Date,
  orderIds: string[],
): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select * from stuck_payments(${before}) where order_id = any (${orderIds}::uuid[])`.execute(db)
  return rows
}

/** Open attempts last queried before an instant, longest waiting first. */
export function listOpenPayments(
  db: Queryable,
  { methods, askedBefore, limit }: { methods: AttemptMethod[]; askedBefore: Date; limit: number },
): Promise<{ id: string }[]> {
  if (methods.length === 0) return Promise.resolve([])
  return db
    .selectFrom('payment')
    .select('id')
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .where('method', 'in', methods)
    .where(sql<boolean>`coalesce(asked_at, created_at) < ${askedBefore}`)
    .orderBy(sql`coalesce(asked_at, created_at)`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** How many payments staff must review. */
export async function countReviews(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('payment')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('review', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** A review that staff resolved. */
export interface ReviewRow {
  id: string
  payment_id: string
  review: string
  reason: string
  resolved_by: string
  at: Date
}

export async function insertReview(tx: Queryable, review: ReviewRow): Promise<void> {
  await tx.insertInto('payment_review').values(review).execute()
}

/** The resolved reviews of an order's attempts, oldest first. */
export function listReviewsOfOrder(db: Queryable, orderId: string): Promise<ReviewRow[]> {
  return db
    .selectFrom('payment_review')
    .selectAll()
    .where('payment_id', 'in', (attempts) =>
      attempts.selectFrom('payment').select('id').where('order_id', '=', orderId),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** A state change of an attempt, and why. */
export interface PaymentTransitionRow {
  payment_id: string
  from_status: PaymentStatus | null
  to_status: PaymentStatus
  reason: string
  at: Date
}

/** The state changes of an order's attempts, oldest first. */
export function listTransitionsOfOrder(
  db: Queryable,
  orderId: string,
): Promise<PaymentTransitionRow[]> {
  return db
    .selectFrom('payment_transition')
    .select(['payment_id', 'from_status', 'to_status', 'reason', 'at'])
    .where('payment_id', 'in', (attempts) =>
      attempts.selectFrom('payment').select('id').where('order_id', '=', orderId),
    )
    .orderBy('id')
    .$castTo<PaymentTransitionRow>()
    .execute()
}
