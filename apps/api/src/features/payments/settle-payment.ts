import { formatPrice } from '@solvane/contract/money'
import type { PaymentStatus } from '@solvane/contract/payments'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { paymentOutcomes } from '../../platform/metrics/metrics.ts'
import { paidByAnother, reviewOfDisputes } from './payment-reviews.ts'
import {
  chooseCountingPayment,
  findPayment,
  insertTransition,
  lockAttempts,
  type PaymentChange,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { mayFollow, type PaymentFacts, paymentChanged, paysOrder, toFacts } from './payments.ts'
import { currency, type ProviderStatus, providerOf } from './provider.ts'
import { applyProviderRefunds } from './refunds/provider-refunds.ts'
import { refundRemainder } from './request-refund.ts'

interface Settlement {
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
    if (change.review)
      ctx.log.error(
        { paymentId, orderId: found.order_id, review: change.review },
        'payment needs review',
      )
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

/** The effect of a provider status on an attempt. */
interface Decision {
  /** The columns to change; null when nothing changes. */
  change: PaymentChange | null
  /** Whether to refund its money, because another attempt has paid the order. */
  refundsRemainder: boolean
}

type StatusWithMoney = ProviderStatus & Required<Pick<ProviderStatus, 'captured'>>

const nothing: Decision = { change: null, refundsRemainder: false }

/**
 * The effect of a provider status on an attempt, given the order's other attempts. `isEnough` says whether an
 * amount covers the due one, in cents; without it only the exact amount does.
 */
export function decideSettlement(
  payment: PaymentRow,
  others: PaymentRow[],
  providerStatus: ProviderStatus,
  isEnough: (dueCents: number, capturedCents: number) => boolean = (due, got) => due === got,
): Decision {
  const { status, captured } = providerStatus
  if (captured && (status === 'PAID' || captured.cents > 0))
    return decideMoney(payment, others, { ...providerStatus, captured }, isEnough)
  // Captured money counts for more than the status of the attempt.
  if (payment.captured_cents > 0 || payment.review) return nothing
  if (status === payment.status || !mayFollow(payment.status, status)) return nothing
  if (payment.status === 'FAILED') return nothing
  return {
    change: { status, ...(status === 'FAILED' && { failure: providerStatus.reason }) },
    refundsRemainder: false,
  }
}

function decideMoney(
  payment: PaymentRow,
  others: PaymentRow[],
  providerStatus: StatusWithMoney,
  isEnough: (dueCents: number, capturedCents: number) => boolean,
): Decision {
  const { captured, status } = providerStatus
  if (!mayFollow(payment.status, 'PAID')) return recordOverpayment(payment, captured.cents)
  if (captured.currency !== currency) return decideForeignMoney(payment, providerStatus)
  const isDecided =
    payment.status === 'PROCESSING' &&
    payment.captured_cents === captured.cents &&
    payment.review !== null
  // A decision about this money is final: a refund may be under way.
  if (isDecided && !captured.isAccepted) return nothing
  const money = { captured_cents: captured.cents, capture_ref: captured.ref }
  if (others.some((other) => paysOrder(other.status))) {
    return {
      ...holdForReview(payment, { ...money, review: paidByAnother }),
      refundsRemainder: true,
    }
  }
  if (status !== 'PAID')
    return holdForReview(payment, { ...money, review: providerStatus.review ?? null })
  if (payment.is_superseded && !captured.isAccepted)
    return holdForReview(payment, {
      ...money,
      review: `${formatPrice(captured.cents)} received for the order as it was before it was changed`,
    })
  if (!captured.isAccepted && !isEnough(payment.amount_cents, captured.cents))
    return holdForReview(payment, {
      ...money,
      review: `${formatPrice(captured.cents)} received, ${formatPrice(payment.amount_cents)} due`,
    })
  return {
    change: { status: 'PAID', ...money, failure: null, review: providerStatus.review ?? null },
    refundsRemainder: false,
  }
}

/** Money in another currency pays nothing: it has no amount in the shop, and staff refund it at the provider. */
function decideForeignMoney(
  payment: PaymentRow,
  { captured, refunds = [] }: StatusWithMoney,
): Decision {
  const refundedCents = refunds
    .filter(({ status }) => status === 'SUCCEEDED')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (refundedCents < captured.cents)
    return holdForReview(payment, {
      review: `The provider captured ${captured.currency} instead of ${currency}`,
      capture_ref: captured.ref,
    })
  if (payment.status === 'FAILED') return nothing
  const failure = `${captured.currency} received and refunded`
  return { change: { status: 'FAILED', failure, review: null }, refundsRemainder: false }
}

/** Records money that arrives after an attempt was settled. */
function recordOverpayment(payment: PaymentRow, capturedCents: number): Decision {
  const more = capturedCents - payment.captured_cents
  if (more <= 0) return nothing
  const review = `${formatPrice(more)} received after the payment was settled`
  return { change: { captured_cents: capturedCents, review }, refundsRemainder: false }
}

/** Records money that does not pay the order, or not yet, and holds it for review. */
function holdForReview(payment: PaymentRow, details: PaymentChange): Decision {
  const isKnown = Object.entries(details).every(
    ([name, value]) => payment[name as keyof PaymentChange] === value,
  )
  if (isKnown && payment.status === 'PROCESSING') return nothing
  return {
    change: { ...details, ...(payment.status !== 'PROCESSING' && { status: 'PROCESSING' }) },
    refundsRemainder: false,
  }
}
