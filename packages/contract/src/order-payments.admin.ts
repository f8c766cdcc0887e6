import { z } from 'zod'
import { dollars, instant } from './money.ts'
import { paymentMethod, paymentStatus } from './payments.ts'

/** Payment methods, including manual payments that staff record. */
export const anyMethod = z.enum([...paymentMethod.options, 'MANUAL'])

/** A member of staff or a shopper; null if it was automatic, or the account is closed. */
export const who = z.object({ id: z.uuid(), name: z.string(), isStaff: z.boolean() }).nullable()

/**
 * Why an attempt needs review. `DECIDE`: a wrong amount, to be accepted or refunded. `AT_PROVIDER`:
 * another currency, to be refunded at the provider. `BY_HAND`: a refund that staff make and record.
 * `PAID_TWICE`: refunded automatically. `REFUND_FAILED`. `OVERPAYMENT`: more than was due.
 */
export const reviewKinds = [
  'DECIDE',
  'AT_PROVIDER',
  'BY_HAND',
  'PAID_TWICE',
  'REFUND_FAILED',
  'OVERPAYMENT',
  'DISPUTED',
  'DISPUTE_LOST',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

const staffRefund = z.object({
  id: z.uuid(),
  amount: dollars,
  status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']),
  reason: z.string(),
  by: who,
  providerRef: z.string().nullable(),
  failure: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
})

/** A payment that the payer disputes at the provider, with the provider's id and reason. */
const staffDispute = z.object({
  id: z.string(),
  status: z.enum(['OPEN', 'WON', 'LOST']),
  amount: dollars,
  currency: z.string(),
  reason: z.string(),
  /** The deadline for the shop's answer at the provider. */
  answerBy: instant.nullable(),
  openedAt: instant,
})

export const staffPayment = z.object({
  id: z.uuid(),
  attempt: z.number().int(),
  method: anyMethod,
  status: paymentStatus,
  amount: dollars,
  captured: dollars,
  refunded: dollars,
  /**
   * The part of it that was refunded because a change made the order cheaper: it does not count as
   * a refund of the total.
   */
  refundedForChange: dollars,
  /** The amount that can still be refunded. */
  refundable: dollars,
  /** Whether the provider can refund; otherwise staff do, and record it. */
  isRefundedByProvider: z.boolean(),
  /** The provider's ids of the attempt and of its payment; null without a provider. */
  providerRef: z.string().nullable(),
  captureRef: z.string().nullable(),
  expiresAt: instant.nullable(),
  failure: z.string().nullable(),
  review: z
    .object({ reason: z.string(), kind: z.enum(reviewKinds), canResolve: z.boolean() })
    .nullable(),
  /**
   * A request that waits for a provider which has been unavailable for an hour; it is retried
   * automatically.
   */
  stuck: z.object({ reason: z.string(), since: instant }).nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
  transitions: z.array(
    z.object({
      from: paymentStatus.nullable(),
      to: paymentStatus,
      reason: z.string(),
      at: instant,
    }),
  ),
  refunds: z.array(staffRefund),
  disputes: z.array(staffDispute),
  resolvedReviews: z.array(
    z.object({ id: z.uuid(), review: z.string(), reason: z.string(), by: who, at: instant }),
  ),
})
export type StaffPayment = z.infer<typeof staffPayment>
