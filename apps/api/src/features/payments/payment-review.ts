import type { ReviewKind } from '@solvane/contract/orders.admin'
import type { PaymentRow } from './payments.queries.ts'
import type { RefundRow } from './refunds/refunds.queries.ts'

/** What staff are told where no provider can pay back. */
export const toPayBackByHand = 'To be paid back by hand'

/** What they are told of a refund that the provider refused. */
export const refundFailed = 'A refund failed'

/** What they are told of money for an order that is paid. */
export const paidByAnother = 'The order is paid by another attempt'

/** What kind of look an attempt waits for; null when for none. */
export function reviewKindOf({
  review,
  status,
  captured_cents,
}: Pick<PaymentRow, 'review' | 'status' | 'captured_cents'>): ReviewKind | null {
  if (review === null) return null
  if (review === toPayBackByHand) return 'BY_HAND'
  if (review === refundFailed) return 'REFUND_FAILED'
  if (review === paidByAnother) return 'PAID_TWICE'
  if (status !== 'PROCESSING') return 'SURPLUS'
  return captured_cents > 0 ? 'DECIDE' : 'AT_PROVIDER'
}

/**
 * Whether staff can say that they have looked into it: not while its money neither pays nor has gone
 * back, and not while a refund of it is under way.
 */
export function canResolve(
  { review, status }: Pick<PaymentRow, 'review' | 'status'>,
  refunds: readonly Pick<RefundRow, 'status'>[],
): boolean {
  return (
    review !== null &&
    status !== 'PROCESSING' &&
    !refunds.some((refund) => refund.status === 'PENDING')
  )
}
