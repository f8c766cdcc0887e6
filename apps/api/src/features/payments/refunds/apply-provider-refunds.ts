import { randomUUID } from 'node:crypto'
import { formatPrice } from '@solvane/contract/money'
import { systemRefundKeys } from '@solvane/contract/order-workflow'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { refundFailed } from '../payment-reviews.admin.ts'
import {
  findPayment,
  insertTransition,
  type PaymentChange,
  updatePayment,
} from '../payments.queries.ts'
import { mayFollow } from '../payments.ts'
import type { ProviderRefund } from '../provider.ts'
import { insertRefund, listRefunds, type RefundRow, updateRefund } from './refunds.queries.ts'

type Context = Pick<AppContext, 'clock' | 'log'>

/**
 * Notes how refunds of an attempt stand at its provider, also those that were made there and not
 * through us. The attempt's row must be locked. Gives whether anything has changed.
 */
export async function applyProviderRefunds(
  ctx: Context,
  tx: Queryable,
  paymentId: string,
  told: ProviderRefund[],
): Promise<boolean> {
  if (told.length === 0) return false
  let hasChanged = false
  for (const [refund, row] of matchRefunds(await listRefunds(tx, paymentId), told)) {
    const isNew = row
      ? await noteRefund(ctx, tx, row, refund)
      : await adopt(ctx, tx, paymentId, refund)
    hasChanged ||= isNew
  }
  if (hasChanged) await addUpRefunds(ctx, tx, paymentId)
  return hasChanged
}

/**
 * Which row each refund is: by our name for it, else by the provider's, else the one of this amount that
 * we wait to hear of; without a row when it was made at the provider. No row is two refunds.
 */
function matchRefunds(
  rows: RefundRow[],
  told: ProviderRefund[],
): Map<ProviderRefund, RefundRow | undefined> {
  const matched = new Map<ProviderRefund, RefundRow | undefined>()
  const free = new Set(rows)
  const isSame = [
    (row: RefundRow, { refundId }: ProviderRefund) => row.id === refundId,
    (row: RefundRow, { providerRef }: ProviderRefund) =>
      row.provider_ref !== null && row.provider_ref === providerRef,
    (row: RefundRow, { amountCents }: ProviderRefund) =>
      row.status === 'PENDING' && row.provider_ref === null && row.amount_cents === amountCents,
  ]
  // All by their names first: an amount alone may be another's.
  for (const is of isSame)
    for (const refund of told) {
      const row = matched.get(refund) ?? [...free].find((candidate) => is(candidate, refund))
      matched.set(refund, row)
      if (row) free.delete(row)
    }
  return matched
}

async function noteRefund(
  ctx: Context,
  tx: Queryable,
  row: RefundRow,
  told: ProviderRefund,
): Promise<boolean> {
  // Done is done, unless the money came back after all; failed stays failed.
  const isLate =
    row.status === 'FAILED' || (row.status === 'SUCCEEDED' && told.status === 'PENDING')
  const isKnown = row.status === told.status && row.provider_ref === told.providerRef
  if (isLate || isKnown) return false
  const isSettled = told.status !== 'PENDING'
  await updateRefund(tx, row.id, {
    status: told.status,
    provider_ref: told.providerRef,
    ...(told.status === 'FAILED' && { failure: told.failure ?? 'The provider does not say why' }),
    ...(isSettled && { settled_at: ctx.clock.now() }),
  })
  if (told.status === 'FAILED') {
    await updatePayment(tx, row.payment_id, { review: refundFailed })
    ctx.log.error({ refundId: row.id, failure: told.failure }, 'a refund failed')
  }
  return true
}

/** Takes over a refund that was made at the provider. */
async function adopt(
  ctx: Context,
  tx: Queryable,
  paymentId: string,
  told: ProviderRefund,
): Promise<boolean> {
  if (told.status === 'FAILED') return false
  const at = ctx.clock.now()
  await insertRefund(tx, {
    id: randomUUID(),
    payment_id: paymentId,
    key: `${systemRefundKeys}${randomUUID()}`,
    amount_cents: told.amountCents,
    status: told.status,
    reason: 'Made at the provider',
    requested_by: null,
    provider_ref: told.providerRef,
    failure: null,
    created_at: at,
    asked_at: null,
    settled_at: told.status === 'SUCCEEDED' ? at : null,
  })
  return true
}

/** Brings what an attempt says of its refunds up to date with their rows. Its row must be locked. */
export async function addUpRefunds(
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
  // Once it is whole, nothing is left of the money that someone had to look at.
  const change: PaymentChange = { refunded_cents: refunded, ...(isWhole && { review: null }) }
  if (to !== payment.status && mayFollow(payment.status, to)) {
    change.status = to
    await insertTransition(tx, {
      payment_id: paymentId,
      from_status: payment.status,
      to_status: to,
      reason: `${formatPrice(refunded)} paid back`,
      at: ctx.clock.now(),
    })
  }
  await updatePayment(tx, paymentId, change)
}
