import type { OrderCard, RefundState } from '@solvane/contract/orders'
import type { PaymentStatus } from '@solvane/contract/payments'
import { toDollars } from '../catalog/to-card.ts'
import { cashOnDeliveryOf, type PaymentFacts, paysOrder } from '../payments/payments.ts'

/**
 * The relevant attempt: the one that pays, else the one that will, cash on delivery included, else the last that
 * received money, else the last; undefined without attempts. A duplicate payment may still be being refunded
 * while the order is paid. The database marks the same one (`payment.counts`).
 */
export function countingPayment<
  Attempt extends Pick<PaymentFacts, 'method' | 'status' | 'capturedCents'>,
>(payments: readonly Attempt[]): Attempt | undefined {
  return (
    payments.find(({ status }) => paysOrder(status)) ??
    payments.find(({ status }) => status === 'PROCESSING') ??
    cashOnDeliveryOf(payments) ??
    payments.findLast(({ capturedCents }) => capturedCents > 0) ??
    payments.at(-1)
  )
}

type Money = Pick<PaymentFacts, 'capturedCents' | 'refundedCents'>

/** Whether some of the received money has not been refunded. */
export function hasMoneyLeft(payments: readonly Money[]): boolean {
  return payments.some(({ capturedCents, refundedCents }) => capturedCents > refundedCents)
}

/**
 * The part of an order's total that its payment refunded, in cents. Refunds beyond the total do not
 * count: those for a change that made the order cheaper, and of an overpayment. Sales figures count
 * likewise (`refunded` in `dashboard.queries.ts`).
 */
export function refundedOfTotal(
  totalCents: number,
  { capturedCents, refundedCents }: Money,
): number {
  const beyondCents = Math.max(0, capturedCents - totalCents)
  return Math.min(totalCents, Math.max(0, refundedCents - beyondCents))
}

/** The amount that an order's payment refunded because a change made the order cheaper, in cents. */
export function refundedForChange(
  totalCents: number,
  payment: Money & Pick<PaymentFacts, 'amountCents'>,
): number {
  const beyondTotal = payment.refundedCents - refundedOfTotal(totalCents, payment)
  return Math.min(beyondTotal, Math.max(0, payment.amountCents - totalCents))
}

/**
 * The state of an order's payment, refunded in part only if something of the total was, or if all of it was and a
 * supplementary order keeps money for the rest (`keepsMore`).
 */
export function statusForTotal(
  totalCents: number,
  payment: Money & { status: PaymentStatus },
  keepsMore: boolean,
): PaymentStatus {
  const { status } = payment
  if (status === 'REFUNDED' && keepsMore) return 'PARTIALLY_REFUNDED'
  const isWhole = refundedOfTotal(totalCents, payment) === 0
  return status === 'PARTIALLY_REFUNDED' && isWhole ? 'PAID' : status
}

/** The payment of an order: its method, its state, and the refunded part of the total. */
export function paymentFieldsOf(
  totalCents: number,
  payments: readonly PaymentFacts[],
  keepsMore: boolean,
): Pick<OrderCard, 'refundedAmount' | 'refundState' | 'paymentMethod' | 'paymentStatus'> {
  const payment = countingPayment(payments)
  if (!payment)
    return { refundedAmount: 0, refundState: 'NONE', paymentMethod: null, paymentStatus: null }
  const refundedCents = refundedOfTotal(totalCents, payment)
  const paymentStatus = statusForTotal(totalCents, payment, keepsMore)
  return {
    refundedAmount: toDollars(refundedCents),
    refundState: stateOf(refundedCents, paymentStatus),
    paymentMethod: payment.method,
    paymentStatus,
  }
}

function stateOf(refundedCents: number, status: PaymentStatus): RefundState {
  if (refundedCents === 0) return 'NONE'
  return status === 'REFUNDED' ? 'FULL' : 'PARTIAL'
}
