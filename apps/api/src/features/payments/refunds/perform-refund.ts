import type { AppContext } from '../../../context.ts'
import { findPayment, lockAttempts, type PaymentRow } from '../payments.queries.ts'
import { paymentChanged } from '../payments.ts'
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
  providerOf,
  toStarted,
} from '../provider.ts'
import { applyProviderRefunds } from './apply-provider-refunds.ts'
import { findRefund, markRefundAsked, type RefundRow } from './refunds.queries.ts'

/**
 * Has the provider pay back what a refund's row says, once: the row's id is the key it is asked with,
 * and what the provider knows of already is not asked for again. A refusal is kept for staff to see.
 * Raises `ProviderUnavailable`, to be tried again.
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
  await markRefundAsked(ctx.db.kysely, refundId, ctx.clock.now())
  const told = await askForRefund(provider, payment, refund)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAttempts(tx, payment.order_id)
    if (await applyProviderRefunds(ctx, tx, payment.id, told))
      await ctx.jobs.enqueue(tx, paymentChanged, { paymentId: payment.id })
  })
}

async function askForRefund(
  provider: PaymentProvider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<ProviderRefund[]> {
  const attempt = toStarted(payment)
  const captureRef = attempt?.captureRef
  if (!attempt || !captureRef || !provider.refund) return [refused(refund, 'There is no money')]
  // A provider remembers a key for a day or so; a job may come back later than that.
  const known = (await provider.read(attempt)).refunds ?? []
  if (known.some(({ refundId }) => refundId === refund.id)) return known
  const { id: refundId, amount_cents: amountCents, reason } = refund
  try {
    return [await provider.refund({ ...attempt, captureRef }, { refundId, amountCents, reason })]
  } catch (error) {
    if (error instanceof ProviderRefusal) return [refused(refund, error.message)]
    throw error
  }
}

function refused(refund: RefundRow, failure: string): ProviderRefund {
  return {
    providerRef: refund.provider_ref,
    refundId: refund.id,
    amountCents: refund.amount_cents,
    status: 'FAILED',
    failure,
  }
}
