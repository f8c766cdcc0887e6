import type { StaffPayment } from '@solvane/contract/order-payments.admin'
import type { AccountName } from '../../auth/accounts.admin.ts'
import { toDollars } from '../../catalog/to-card.ts'
import type { PaymentDetails } from '../../payments/payment-details.admin.ts'

/** Cash, manual payments and free orders have no provider: their reference is our own. */
function isHeldByProvider({ method, providerRef, paymentId }: PaymentDetails): boolean {
  return method !== 'COD' && method !== 'MANUAL' && providerRef !== paymentId
}

/** A payment attempt as staff see it; `nameOf` names accounts. */
export function toStaffPayment(
  payment: PaymentDetails,
  nameOf: (id: string | null) => AccountName | null,
): Omit<StaffPayment, 'refundedForChange'> {
  const { review, reviewKind } = payment
  return {
    id: payment.paymentId,
    attempt: payment.attempt,
    method: payment.method,
    status: payment.status,
    amount: toDollars(payment.amountCents),
    captured: toDollars(payment.capturedCents),
    refunded: toDollars(payment.refundedCents),
    refundable: toDollars(payment.refundableCents),
    isRefundedByProvider: payment.isRefundedByProvider,
    providerRef: isHeldByProvider(payment) ? payment.providerRef : null,
    captureRef: payment.captureRef,
    expiresAt: payment.expiresAt?.toISOString() ?? null,
    failure: payment.failure,
    review:
      review && reviewKind
        ? { reason: review, kind: reviewKind, canResolve: payment.canResolveReview }
        : null,
    stuck: payment.stuck && {
      reason: payment.stuck.reason,
      since: payment.stuck.since.toISOString(),
    },
    createdAt: payment.createdAt.toISOString(),
    settledAt: payment.settledAt?.toISOString() ?? null,
    transitions: payment.transitions.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    refunds: payment.refunds.map((refund) => ({
      id: refund.refundId,
      amount: toDollars(refund.amountCents),
      status: refund.status,
      reason: refund.reason,
      by: nameOf(refund.by),
      providerRef: refund.providerRef,
      failure: refund.failure,
      createdAt: refund.createdAt.toISOString(),
      settledAt: refund.settledAt?.toISOString() ?? null,
    })),
    disputes: payment.disputes.map(({ disputeRef, amountCents, answerBy, openedAt, ...rest }) => ({
      ...rest,
      id: disputeRef,
      amount: toDollars(amountCents),
      answerBy: answerBy?.toISOString() ?? null,
      openedAt: openedAt.toISOString(),
    })),
    resolvedReviews: payment.resolvedReviews.map(({ reviewId, review, reason, by, at }) => ({
      id: reviewId,
      review,
      reason,
      by: nameOf(by),
      at: at.toISOString(),
    })),
  }
}
