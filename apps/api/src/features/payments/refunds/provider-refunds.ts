import { randomUUID } from 'node:crypto'
import { formatPrice } from '@solvane/contract/money'
import { systemRefundKeys } from '@solvane/contract/order-workflow'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { refundOutcomes } from '../../../platform/metrics/metrics.ts'
import { refundFailed, reviewOfDisputes } from '../payment-reviews.ts'
import {
  chooseCountingPayment,
  findPayment,
  insertTransition,
  lockAttempts,
  type PaymentChange,
  type PaymentRow,
  updatePayment,
} from '../payments.queries.ts'
import { mayFollow, paymentChanged } from '../payments.ts'
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRejection,
  providerOf,
  toStartedAttempt,
} from '../provider.ts'
import {
  findRefund,
  insertRefund,
  listRefunds,
  markRefundRequested,
  type RefundRow,
  updateRefund,
} from './refunds.queries.ts'

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

type Context = Pick<AppContext, 'clock' | 'log'>

/**
 * Records the provider's refunds of an attempt, also those made at the provider and not through the shop.
 * The attempt's row must be locked. Gives whether anything changed.
 */
export async function applyProviderRefunds(
  ctx: Context,
  tx: Queryable,
  paymentId: string,
  reported: ProviderRefund[],
): Promise<boolean> {
  if (reported.length === 0) return false
  let hasChanged = false
  for (const [refund, row] of matchRefunds(await listRefunds(tx, paymentId), reported)) {
    const isNew = row
      ? await recordRefundStatus(ctx, tx, row, refund)
      : await recordProviderRefund(ctx, tx, paymentId, refund)
    hasChanged ||= isNew
  }
  if (hasChanged) await updateRefundTotal(ctx, tx, paymentId)
  return hasChanged
}

/**
 * Matches refunds to rows: by the row's id, else by the provider's id, else by the amount of a row that
 * has no provider id yet, or that staff have recorded as made by hand: they may have made it at the provider. Any other
 * refund made there has no row. No row matches two refunds.
 */
function matchRefunds(
  rows: RefundRow[],
  reported: ProviderRefund[],
): Map<ProviderRefund, RefundRow | undefined> {
  const matched = new Map<ProviderRefund, RefundRow | undefined>()
  const free = new Set(rows)
  const isSame = [
    (row: RefundRow, { refundId }: ProviderRefund) => row.id === refundId,
    (row: RefundRow, { providerRef }: ProviderRefund) =>
      row.provider_ref !== null && row.provider_ref === providerRef,
    (row: RefundRow, { amountCents }: ProviderRefund) =>
      row.status === 'PENDING' && row.provider_ref === null && row.amount_cents === amountCents,
    (row: RefundRow, { amountCents }: ProviderRefund) =>
      row.status === 'SUCCEEDED' &&
      row.provider_ref === row.reason &&
      row.amount_cents === amountCents,
  ]
  // Ids first: an equal amount may belong to another refund.
  for (const is of isSame)
    for (const refund of reported) {
      const row = matched.get(refund) ?? [...free].find((candidate) => is(candidate, refund))
      matched.set(refund, row)
      if (row) free.delete(row)
    }
  return matched
}

async function recordRefundStatus(
  ctx: Context,
  tx: Queryable,
  row: RefundRow,
  reported: ProviderRefund,
): Promise<boolean> {
  // A succeeded refund changes only when it fails later; a failed one stays failed.
  const isLate =
    row.status === 'FAILED' || (row.status === 'SUCCEEDED' && reported.status === 'PENDING')
  const isKnown = row.status === reported.status && row.provider_ref === reported.providerRef
  if (isLate || isKnown) return false
  const isSettled = reported.status !== 'PENDING'
  await updateRefund(tx, row.id, {
    status: reported.status,
    provider_ref: reported.providerRef,
    ...(reported.status === 'FAILED' && {
      failure: reported.failure ?? 'The provider gives no reason',
    }),
    ...(isSettled && { settled_at: ctx.clock.now() }),
  })
  refundOutcomes.inc({ status: reported.status })
  if (reported.status === 'FAILED') {
    await updatePayment(tx, row.payment_id, { review: refundFailed })
    ctx.log.error({ refundId: row.id, failure: reported.failure }, 'refund failed')
  }
  return true
}

/** Adds a refund that was made at the provider. */
async function recordProviderRefund(
  ctx: Context,
  tx: Queryable,
  paymentId: string,
  reported: ProviderRefund,
): Promise<boolean> {
  if (reported.status === 'FAILED') return false
  refundOutcomes.inc({ status: reported.status })
  const at = ctx.clock.now()
  await insertRefund(tx, {
    id: randomUUID(),
    payment_id: paymentId,
    key: `${systemRefundKeys}${randomUUID()}`,
    amount_cents: reported.amountCents,
    status: reported.status,
    reason: 'Made at the provider',
    requested_by: null,
    provider_ref: reported.providerRef,
    failure: null,
    created_at: at,
    asked_at: null,
    settled_at: reported.status === 'SUCCEEDED' ? at : null,
    parts: null,
  })
  return true
}

/** Updates the refunded total and status of an attempt from its refunds. Its row must be locked. */
export async function updateRefundTotal(
  ctx: Pick<Context, 'clock'>,
  tx: Queryable,
  paymentId: string,
): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  if (!payment) throw new Error(`There is no payment ${paymentId}`)
  const refunds = await listRefunds(tx, paymentId)
  const refunded = refunds
    .filter(({ status }) => status === 'SUCCEEDED')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const isWhole = refunded > 0 && refunded >= payment.captured_cents
  const to = isWhole ? 'REFUNDED' : refunded > 0 ? 'PARTIALLY_REFUNDED' : payment.status
  const change: PaymentChange = { refunded_cents: refunded }
  // A full refund leaves only disputes to review: the amount that they take back would be lost twice.
  if (isWhole && payment.review) change.review = await reviewOfDisputes(tx, paymentId)
  if (to !== payment.status && mayFollow(payment.status, to)) {
    change.status = to
    await insertTransition(tx, {
      payment_id: paymentId,
      from_status: payment.status,
      to_status: to,
      reason: `${formatPrice(refunded)} refunded`,
      at: ctx.clock.now(),
    })
  }
  await updatePayment(tx, paymentId, change)
  if (change.status === 'REFUNDED') await chooseCountingPayment(tx, payment.order_id)
}
