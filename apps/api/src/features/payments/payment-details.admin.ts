import { formatPrice } from '@solvane/contract/money'
import type { ReviewKind } from '@solvane/contract/order-payments.admin'
import { paymentMethodTexts } from '@solvane/contract/payment-methods'
import type { PaymentStatus } from '@solvane/contract/payments'
import type { AppContext } from '../../context.ts'
import {
  type DisputeRow,
  listDisputesOfOrder,
  listReviewsOfOrder,
  listStuckPayments,
  type StuckRow,
} from './payment-reviews.queries.ts'
import { canResolve, reviewKindOf } from './payment-reviews.ts'
import {
  type AttemptMethod,
  listAttempts,
  listTransitionsOfOrder,
  type PaymentRow,
} from './payments.queries.ts'
import { type PaymentFacts, toFacts } from './payments.ts'
import { listRefundsOfOrder, type RefundRow } from './refunds/refunds.queries.ts'
import { canRefundAtProvider, refundableCents } from './request-refund.ts'
import { listUnknownEvents } from './webhooks/provider-events.queries.ts'

/** Everything recorded about an attempt, for staff only. Amounts are cents; `by` holds account ids. */
export interface PaymentDetails extends PaymentFacts {
  captureRef: string | null
  /** The amount that can still be refunded. */
  refundableCents: number
  isRefundedByProvider: boolean
  reviewKind: ReviewKind | null
  canResolveReview: boolean
  /** Set while it waits for an unavailable provider. */
  stuck: StuckPayment | null
  transitions: { from: PaymentStatus | null; to: PaymentStatus; reason: string; at: Date }[]
  refunds: {
    refundId: string
    amountCents: number
    status: RefundRow['status']
    reason: string
    by: string | null
    providerRef: string | null
    failure: string | null
    createdAt: Date
    settledAt: Date | null
  }[]
  disputes: {
    disputeRef: string
    status: DisputeRow['status']
    amountCents: number
    currency: string
    reason: string
    answerBy: Date | null
    openedAt: Date
  }[]
  resolvedReviews: { reviewId: string; review: string; reason: string; by: string; at: Date }[]
}

/** The attempts of an order with their details, oldest first. */
export async function paymentDetailsOfOrder(
  ctx: Pick<AppContext, 'clock' | 'db' | 'payments'>,
  orderId: string,
): Promise<PaymentDetails[]> {
  const db = ctx.db.kysely
  const [attempts, refunds, disputes, transitions, reviews, stuck] = await Promise.all([
    listAttempts(db, [orderId]),
    listRefundsOfOrder(db, orderId),
    listDisputesOfOrder(db, orderId),
    listTransitionsOfOrder(db, orderId),
    listReviewsOfOrder(db, orderId),
    stuckPaymentsOfOrders(ctx, [orderId]),
  ])
  const of = <Row extends { payment_id: string }>(rows: Row[], { id }: PaymentRow) =>
    rows.filter(({ payment_id }) => payment_id === id)
  return attempts.map((payment) => {
    const paidBack = of(refunds, payment)
    const disputed = of(disputes, payment)
    return {
      ...toFacts(payment),
      captureRef: payment.capture_ref,
      refundableCents: refundableCents(payment, paidBack, disputed),
      isRefundedByProvider: canRefundAtProvider(ctx, payment),
      reviewKind: reviewKindOf(payment),
      canResolveReview: canResolve(payment, paidBack),
      stuck: stuck.find(({ paymentId }) => paymentId === payment.id) ?? null,
      transitions: of(transitions, payment).map(({ from_status, to_status, reason, at }) => ({
        from: from_status,
        to: to_status,
        reason,
        at,
      })),
      refunds: paidBack.map(toRefund),
      disputes: disputed.map(toDispute),
      resolvedReviews: of(reviews, payment).map(({ id, review, reason, resolved_by, at }) => ({
        reviewId: id,
        review,
        reason,
        by: resolved_by,
        at,
      })),
    }
  })
}

function toDispute(row: DisputeRow): PaymentDetails['disputes'][number] {
  return {
    disputeRef: row.provider_ref,
    status: row.status,
    amountCents: row.amount_cents,
    currency: row.currency,
    reason: row.reason,
    answerBy: row.answer_by,
    openedAt: row.opened_at,
  }
}

function toRefund(row: RefundRow): PaymentDetails['refunds'][number] {
  return {
    refundId: row.id,
    amountCents: row.amount_cents,
    status: row.status,
    reason: row.reason,
    by: row.requested_by,
    providerRef: row.provider_ref,
    failure: row.failure,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}

/** A payment that has waited so long for its provider that staff should know. */
interface StuckPayment {
  paymentId: string
  orderId: string
  /** The reason as a sentence. */
  reason: string
  since: Date
}

/** How long a provider may be unavailable before staff see it, in milliseconds. */
const stuckAfter = 60 * 60_000

/** Payments that have waited since before this instant are stuck. */
export function stuckBefore({ clock }: Pick<AppContext, 'clock'>): Date {
  return new Date(clock.now().getTime() - stuckAfter)
}

/** The attempts of these orders that wait for an unavailable provider. */
export async function stuckPaymentsOfOrders(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  orderIds: string[],
): Promise<StuckPayment[]> {
  const rows = await listStuckPayments(ctx.db.kysely, stuckBefore(ctx), orderIds)
  return rows.map((row) => ({
    paymentId: row.payment_id,
    orderId: row.order_id,
    reason: stuckReason(row),
    since: row.since,
  }))
}

/** Unprocessed events of unknown payments, and how many there are. */
export async function stuckEvents(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  limit: number,
): Promise<{ events: { id: string; reason: string; since: Date }[]; total: number }> {
  const rows = await listUnknownEvents(ctx.db.kysely, stuckBefore(ctx), limit)
  const events = rows.map(({ provider, event_id, received_at }) => ({
    id: event_id,
    reason: `A message from ${providerName(provider)} about a payment that the shop does not know could not be processed`,
    since: received_at,
  }))
  return { events, total: rows[0]?.total ?? 0 }
}

function providerName(method: AttemptMethod): string {
  return method === 'MANUAL' ? 'Staff' : paymentMethodTexts[method].provider
}

/** The reason for staff. */
export function stuckReason({
  method,
  what,
  cents,
}: Pick<StuckRow, 'method' | 'what' | 'cents'>): string {
  const name = providerName(method)
  if (what === 'REFUND') return `${name} has not taken a refund of ${formatPrice(cents ?? 0)}`
  if (what === 'EVENT') return `A message from ${name} could not be processed`
  return `${name} has not said whether this is paid`
}
