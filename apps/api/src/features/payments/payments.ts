import type { PaymentStatus } from '@solvane/contract/payments'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import {
  type AttemptMethod,
  findPayment,
  findPaymentOfUser,
  hasUnsettledMoney,
  listAttempts,
  type PaymentRow,
} from './payments.queries.ts'
import {
  listRefundsOfOrder,
  type RefundStatus,
  removeReasonsOfUser,
} from './refunds/refunds.queries.ts'

/** What others know of an attempt to pay. Amounts are cents. */
export interface PaymentFacts {
  paymentId: string
  orderId: string
  attempt: number
  method: AttemptMethod
  status: PaymentStatus
  amountCents: number
  capturedCents: number
  refundedCents: number
  /** Null until the provider has answered. */
  providerRef: string | null
  approvalUrl: string | null
  expiresAt: Date | null
  /** Why it failed, for staff. */
  failure: string | null
  /** Why someone must look at it. */
  review: string | null
  createdAt: Date
  settledAt: Date | null
}

/** What others know of money paid back. */
export interface RefundFacts {
  refundId: string
  paymentId: string
  amountCents: number
  status: RefundStatus
  reason: string
  failure: string | null
  createdAt: Date
  settledAt: Date | null
}

/** The facts of a row. */
export function toFacts(row: PaymentRow): PaymentFacts {
  return {
    paymentId: row.id,
    orderId: row.order_id,
    attempt: row.attempt,
    method: row.method,
    status: row.status,
    amountCents: row.amount_cents,
    capturedCents: row.captured_cents,
    refundedCents: row.refunded_cents,
    providerRef: row.provider_ref,
    approvalUrl: row.approval_url,
    expiresAt: row.expires_at,
    failure: row.failure,
    review: row.review,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}

/** An attempt, or undefined when there is none. */
export async function paymentFacts(
  db: Queryable,
  paymentId: string,
): Promise<PaymentFacts | undefined> {
  const row = await findPayment(db, paymentId)
  return row && toFacts(row)
}

/** An attempt to pay an order of this shopper; undefined when it is not theirs, or there is none. */
export async function findPaymentForUser(
  { kysely }: Database,
  userId: string,
  ref: { paymentId: string } | { providerRef: string },
): Promise<PaymentFacts | undefined> {
  const row = await findPaymentOfUser(kysely, userId, ref)
  return row && toFacts(row)
}

/** The attempts of orders, by order, the first first. An order without any is not in the map. */
export async function paymentsOfOrder(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, PaymentFacts[]>> {
  const rows = await listAttempts(db, orderIds)
  return Map.groupBy(rows.map(toFacts), ({ orderId }) => orderId)
}

/** The money of an order that was or is being paid back, the oldest first. */
export async function refundsOfOrder(db: Queryable, orderId: string): Promise<RefundFacts[]> {
  const rows = await listRefundsOfOrder(db, orderId)
  return rows.map((row) => ({
    refundId: row.id,
    paymentId: row.payment_id,
    amountCents: row.amount_cents,
    status: row.status,
    reason: row.reason,
    failure: row.failure,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }))
}

/** Whether money for an order is there or on its way: an attempt is PROCESSING or pays the order. */
export async function hasMoneyUnderWay(tx: Queryable, orderId: string): Promise<boolean> {
  const attempts = await listAttempts(tx, [orderId])
  return attempts.some(({ status }) => isUnderWay(status))
}

/**
 * Whether money of these orders is on its way, in or back, or staff have to look at it: it must be known
 * whose it is.
 */
export function hasMoneyToSettle(tx: Queryable, orderIds: string[]): Promise<boolean> {
  return hasUnsettledMoney(tx, orderIds)
}

/**
 * Which state of an attempt may follow which (decision O3). From FAILED only money that is there
 * leads on; PROCESSING → REFUNDED is money that could not be kept.
 */
const following: Record<PaymentStatus, readonly PaymentStatus[]> = {
  PENDING: ['PROCESSING', 'PAID', 'FAILED'],
  PROCESSING: ['PAID', 'FAILED', 'REFUNDED'],
  PAID: ['PARTIALLY_REFUNDED', 'REFUNDED'],
  PARTIALLY_REFUNDED: ['REFUNDED'],
  FAILED: ['PROCESSING', 'PAID'],
  REFUNDED: [],
}

/** Whether an attempt may go from one state to another. */
export function mayFollow(from: PaymentStatus, to: PaymentStatus): boolean {
  return following[from].includes(to)
}

/** Whether an attempt in this state is the one that pays the order. */
export function paysOrder(status: PaymentStatus): boolean {
  return status === 'PAID' || status === 'PARTIALLY_REFUNDED'
}

/** Whether money of an attempt in this state is there or on its way. */
export function isUnderWay(status: PaymentStatus): boolean {
  return status === 'PROCESSING' || paysOrder(status)
}

/** Written with every change of an attempt's state or refunds, in its transaction; orders does it. */
export const paymentChanged = defineJob<{ paymentId: string }>('payment-changed')

/**
 * Removes what staff have written about a shopper's payments, which may name the person: it goes with the
 * account. Amounts, times and the references that the books need stay.
 */
export async function removeStaffTexts(tx: Queryable, userId: string): Promise<void> {
  await removeReasonsOfUser(tx, userId)
}
