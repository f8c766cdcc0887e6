import type { PaymentStatus } from '@solvane/contract/payments'

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
