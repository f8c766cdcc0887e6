import type { PaymentStatus } from '@solvane/contract/payments'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { paymentOutcomes } from '../../../platform/metrics/process-metrics.ts'
import { reviewOfDisputes } from '../disputes/record-dispute.ts'
import {
  chooseCountingPayment,
  findPayment,
  insertTransition,
  lockAttempts,
  updatePayment,
} from '../payments.queries.ts'
import { type PaymentFacts, paymentChanged, toFacts } from '../payments.ts'
import { type ProviderStatus, providerOf } from '../provider.ts'
import { applyProviderRefunds } from '../refunds/apply-provider-refunds.ts'
import { refundRemainder } from '../request-refund.ts'
import { decideSettlement } from './decide-settlement.ts'

export interface Settlement {
  payment: PaymentFacts
  /** Whether this provider status changed anything. */
  hasChanged: boolean
}

/**
 * The only way for an attempt to become PAID. Applies a provider status, forward only, with the order's
 * attempts locked: repeated, late and out-of-order statuses change nothing. Money for an order that is
 * already paid is refunded; a wrong amount or currency waits for staff.
 */
export async function settlePayment(
  ctx: Pick<AppContext, 'clock' | 'jobs' | 'payments' | 'log'>,
  tx: Queryable,
  paymentId: string,
  providerStatus: ProviderStatus,
): Promise<Settlement> {
  const found = await findPayment(tx, paymentId)
  if (!found) throw new Error(`There is no payment ${paymentId}`)
  const attempts = await lockAttempts(tx, found.order_id)
  const payment = attempts.find(({ id }) => id === paymentId) ?? found
  const others = attempts.filter(({ id }) => id !== paymentId)
  const isEnough = providerOf(ctx, payment)?.isEnough
  const { change, refundsRemainder } = decideSettlement(payment, others, providerStatus, isEnough)
  const at = ctx.clock.now()

  if (change) {
    if (change.review === null && payment.review)
      change.review = await reviewOfDisputes(tx, paymentId)
    await updatePayment(tx, paymentId, {
      ...change,
      ...(change.status === 'PAID' && { settled_at: at }),
    })
    if (change.status) {
      await recordTransition(tx, payment, change.status, providerStatus.reason, at)
      paymentOutcomes.inc({ method: payment.method, status: change.status })
    }
    // A single attempt counts in any state.
    if (others.length > 0) await chooseCountingPayment(tx, found.order_id)
    if (change.review) ctx.log.error({ paymentId, review: change.review }, 'payment needs review')
  }
  const isOurs = (change?.captured_cents ?? payment.captured_cents) > 0
  const refunds = isOurs ? (providerStatus.refunds ?? []) : []
  const areRefundsNew = await applyProviderRefunds(ctx, tx, paymentId, refunds)
  if (refundsRemainder) await refundRemainder(ctx, tx, paymentId, 'The order was paid twice')
  const hasChanged = change !== null || areRefundsNew
  if (hasChanged) await ctx.jobs.enqueue(tx, paymentChanged, { paymentId })
  const settled = await findPayment(tx, paymentId)
  return { payment: toFacts(settled ?? payment), hasChanged }
}

async function recordTransition(
  tx: Queryable,
  payment: { id: string; status: PaymentStatus },
  to: PaymentStatus,
  reason: string,
  at: Date,
): Promise<void> {
  await insertTransition(tx, {
    payment_id: payment.id,
    from_status: payment.status,
    to_status: to,
    reason,
    at,
  })
}
