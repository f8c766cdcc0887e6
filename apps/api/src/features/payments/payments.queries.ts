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
  /** Opened for the order as it was before staff changed it. */
  is_superseded: boolean
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
    | 'amount_cents'
    | 'is_superseded'
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

const columns = [
  'id',
  'order_id',
  'attempt',
  'method',
  'status',
  'amount_cents',
  'provider_ref',
  'approval_url',
  'capture_ref',
  'captured_cents',
  'refunded_cents',
  'expires_at',
  'failure',
  'review',
  'is_superseded',
  'created_at',
  'asked_at',
  'unreached_since',
  'settled_at',
] as const satisfies (keyof PaymentRow)[]

const payments = (db: Queryable) => db.selectFrom('payment').select(columns).$castTo<PaymentRow>()

/**
 * The attempts of an order, oldest first, locked together with the order until the transaction ends. The
 * order's lock keeps others from adding attempts and fixes the sequence in which locks are taken.
 */
export async function lockAttempts(tx: Queryable, orderId: string): Promise<PaymentRow[]> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  return payments(tx).where('order_id', '=', orderId).orderBy('attempt').forNoKeyUpdate().execute()
}

/** The total of an order that is locked, in cents; undefined unless it waits for its payment. */
export async function readTotalDue(tx: Queryable, orderId: string): Promise<number | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('total_cents')
    .where('id', '=', orderId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return order?.total_cents
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

/** Adds an attempt with its first transition to an order that is locked, and returns it. */
export async function insertPayment(
  tx: Queryable,
  payment: Pick<
    PaymentRow,
    | 'id'
    | 'order_id'
    | 'attempt'
    | 'method'
    | 'amount_cents'
    | 'provider_ref'
    | 'expires_at'
    | 'created_at'
  >,
  reason: string,
): Promise<PaymentRow> {
  const { order_id, attempt } = payment
  const { rows } = await sql<PaymentRow>`
    with added as (
      insert into payment (id, order_id, attempt, method, status, amount_cents, provider_ref, expires_at,
        created_at, counts)
      values (${payment.id}, ${order_id}, ${attempt}, ${payment.method}, 'PENDING', ${payment.amount_cents},
        ${payment.provider_ref}, ${payment.expires_at}, ${payment.created_at}, ${attempt === 1})
      returning ${sql.raw(columns.join(', '))}
    ), recorded as (
      insert into payment_transition (payment_id, to_status, reason, at)
      select id, status, ${reason}, created_at from added
    ) select ${sql.raw(columns.join(', '))} from added`.execute(tx)
  if (attempt > 1) await chooseCountingPayment(tx, order_id)
  return rows[0] as PaymentRow
}

/**
 * Marks the attempt that decides how its order is paid, as `countingPayment` does for rows in
 * memory. Code that adds an attempt, or changes a status or captured amount, calls it where an
 * order has several attempts.
 */
export async function chooseCountingPayment(tx: Queryable, orderId: string): Promise<void> {
  await sql`
    update payment p set counts = (p.id = chosen.id)
    from (
      select id from payment
      where order_id = ${orderId}
      order by
        case when status in ('PAID', 'PARTIALLY_REFUNDED') then 0 when status = 'PROCESSING' then 1
          when method = 'COD' and status = 'PENDING' then 2 when captured_cents > 0 then 3 else 4 end,
        case when status in ('PROCESSING', 'PAID', 'PARTIALLY_REFUNDED') then attempt else -attempt end
      limit 1
    ) chosen
    where p.order_id = ${orderId} and p.counts <> (p.id = chosen.id)`.execute(tx)
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
