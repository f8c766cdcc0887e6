import type { AppContext } from '../../../context.ts'
import { findPayment, lockAttempts, type PaymentRow } from '../payments.queries.ts'
import { paymentChanged } from '../payments.ts'
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRejection,
  providerOf,
  toStartedAttempt,
} from '../provider.ts'
import { applyProviderRefunds } from './apply-provider-refunds.ts'
import { findRefund, markRefundRequested, type RefundRow } from './refunds.queries.ts'

/**
 * Makes a refund at its provider, once: the row's id is the idempotency key, and a refund that the provider
 * already knows is not requested again. A rejection is recorded for staff. Throws `ProviderUnavailable`,
 * to be retried.
 */
export async function performRefund(
  ctx: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  refundId: string,
): Promise<void> {
  const refund = await findRefund(ctx.db.kysely, refundId)
  const payment = refund && (await findPayment(ctx.db.kysely, refund.payment_id))
  if (!payment || refund.status !== 'PENDING') return
  const provider = providerOf(ctx, payment)
  if (!provider?.refund) return
  await markRefundRequested(ctx.db.kysely, refundId, ctx.clock.now())
  const reported = await requestProviderRefund(provider, payment, refund)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAttempts(tx, payment.order_id)
    if (await applyProviderRefunds(ctx, tx, payment.id, reported))
      await ctx.jobs.enqueue(tx, paymentChanged, { paymentId: payment.id })
  })
}

async function requestProviderRefund(
  provider: PaymentProvider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<ProviderRefund[]> {
  const attempt = toStartedAttempt(payment)
  const captureRef = attempt?.captureRef
  if (!attempt || !captureRef || !provider.refund)
    return [rejected(refund, 'No captured payment to refund')]
  // Providers forget idempotency keys after about a day; a job may retry later than that.
  const known = (await provider.read(attempt)).refunds ?? []
  if (known.some(({ refundId }) => refundId === refund.id)) return known
  const { id: refundId, amount_cents: amountCents, reason } = refund
  try {
    return [await provider.refund({ ...attempt, captureRef }, { refundId, amountCents, reason })]
  } catch (error) {
    if (error instanceof ProviderRejection) return [rejected(refund, error.message)]
    throw error
  }
}

function rejected(refund: RefundRow, failure: string): ProviderRefund {
  return {
    providerRef: refund.provider_ref,
    refundId: refund.id,
    amountCents: refund.amount_cents,
    status: 'FAILED',
    failure,
  }
}
