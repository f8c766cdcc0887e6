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
import { removePayloadsOfUser } from './webhooks/provider-events.queries.ts'

/** A payment attempt as other features see it. Amounts are cents. */
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
  /** Why the attempt failed, for staff. */
  failure: string | null
  /** Why staff must review it. */
  review: string | null
  createdAt: Date
  settledAt: Date | null
}

/** A refund as other features see it. */
export interface RefundFacts {
  refundId: string
  /** The key of the request, chosen by its caller. */
  key: string
  paymentId: string
  amountCents: number
  status: RefundStatus
  reason: string
  failure: string | null
  createdAt: Date
  settledAt: Date | null
  /** The refunded amounts in cents by part of the order's invoice; null if unknown. */
  parts: Record<string, number> | null
}

/** Converts a row. */
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

/** An attempt of this shopper; undefined when there is none, or it belongs to someone else. */
export async function findPaymentForUser(
  { kysely }: Database,
  userId: string,
  ref: { paymentId: string } | { providerRef: string },
): Promise<PaymentFacts | undefined> {
  const row = await findPaymentOfUser(kysely, userId, ref)
  return row && toFacts(row)
}

/** The attempts of orders by order id, oldest first. An order without attempts is not in the map. */
export async function paymentsOfOrder(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, PaymentFacts[]>> {
  const rows = await listAttempts(db, orderIds)
  return Map.groupBy(rows.map(toFacts), ({ orderId }) => orderId)
}

/** The attempt whose cash is still to be collected on delivery; undefined when there is none. */
export function cashOnDeliveryOf<Attempt extends Pick<PaymentFacts, 'method' | 'status'>>(
  attempts: readonly Attempt[],
): Attempt | undefined {
  return attempts.find(({ method, status }) => method === 'COD' && status === 'PENDING')
}

/** Whether the cash of an order is still to be recorded, and nothing else has paid it. */
export async function awaitsCash(db: Queryable, orderId: string): Promise<boolean> {
  const attempts = await listAttempts(db, [orderId])
  return (
    attempts.some(({ method, status }) => method === 'COD' && status === 'PENDING') &&
    !attempts.some(({ status }) => paysOrder(status))
  )
}

/** The refunds of an order, oldest first. */
export async function refundsOfOrder(db: Queryable, orderId: string): Promise<RefundFacts[]> {
  const rows = await listRefundsOfOrder(db, orderId)
  return rows.map((row) => ({
    refundId: row.id,
    key: row.key,
    paymentId: row.payment_id,
    amountCents: row.amount_cents,
    status: row.status,
    reason: row.reason,
    failure: row.failure,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    parts: row.parts,
  }))
}

/** Whether an order is paid or a payment of it is under way. */
export async function hasMoneyUnderWay(tx: Queryable, orderId: string): Promise<boolean> {
  const attempts = await listAttempts(tx, [orderId])
  return attempts.some(({ status }) => isUnderWay(status))
}

/**
 * Whether a payment or refund of these orders is under way, awaits review, or is cash still to be recorded:
 * their owner must stay known until it is settled.
 */
export function hasMoneyToSettle(tx: Queryable, orderIds: string[]): Promise<boolean> {
  return hasUnsettledMoney(tx, orderIds)
}

/**
 * The transitions between the states of an attempt. A FAILED attempt continues only when
 * money arrives after all; PROCESSING → REFUNDED is money that the shop could not keep.
 */
const following: Record<PaymentStatus, readonly PaymentStatus[]> = {
  PENDING: ['PROCESSING', 'PAID', 'FAILED'],
  PROCESSING: ['PAID', 'FAILED', 'REFUNDED'],
  PAID: ['PARTIALLY_REFUNDED', 'REFUNDED'],
  PARTIALLY_REFUNDED: ['REFUNDED'],
  FAILED: ['PROCESSING', 'PAID'],
  REFUNDED: [],
}

/** Whether an attempt may change from one state to another. */
export function mayFollow(from: PaymentStatus, to: PaymentStatus): boolean {
  return following[from].includes(to)
}

/** Whether an attempt in this state pays its order. */
export function paysOrder(status: PaymentStatus): boolean {
  return status === 'PAID' || status === 'PARTIALLY_REFUNDED'
}

/** Whether an attempt in this state is paid or being confirmed. */
export function isUnderWay(status: PaymentStatus): boolean {
  return status === 'PROCESSING' || paysOrder(status)
}

/** Enqueued in the transaction of every change to an attempt or its refunds; handled by orders. */
export const paymentChanged = defineJob<{ paymentId: string }>('payment-changed')

/**
 * Removes the texts that staff wrote and providers sent about a shopper's payments when the account
 * is deleted: they may name the person. Amounts, times and the references that bookkeeping needs
 * stay.
 */
export async function removePaymentTexts(tx: Queryable, userId: string): Promise<void> {
  await removeReasonsOfUser(tx, userId)
  await removePayloadsOfUser(tx, userId)
}
