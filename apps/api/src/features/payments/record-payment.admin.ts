import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { insertPayment, lockAttempts } from './payments.queries.ts'
import { paysOrder } from './payments.ts'
import { currency } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Records that an order is paid, with a reference: by money received another way, or by the
 * amount of an attempt that awaits review, which then counts as the full amount. Throws `ORDER_STATE`
 * when the order is already paid, `PAYMENT_IN_PROGRESS` while another payment is under way.
 */
export async function recordManualPayment(
  ctx: Pick<AppContext, 'clock' | 'jobs' | 'payments' | 'log'>,
  tx: Queryable,
  { orderId, amountCents, reference }: { orderId: string; amountCents: number; reference: string },
): Promise<{ paymentId: string }> {
  const attempts = await lockAttempts(tx, orderId)
  if (attempts.some(({ status }) => paysOrder(status))) throw new ShopError('ORDER_STATE')
  const underWay = attempts.find(({ status }) => status === 'PROCESSING')
  if (underWay) {
    if (!underWay.review || underWay.captured_cents === 0)
      throw new ShopError('PAYMENT_IN_PROGRESS')
    const { id, captured_cents: cents, capture_ref: ref } = underWay
    await settlePayment(ctx, tx, id, {
      status: 'PAID',
      reason: reference,
      captured: { cents, currency, ref, isAccepted: true },
    })
    return { paymentId: id }
  }
  const paymentId = randomUUID()
  await insertPayment(
    tx,
    {
      id: paymentId,
      order_id: orderId,
      attempt: attempts.length + 1,
      method: 'MANUAL',
      amount_cents: amountCents,
      provider_ref: paymentId,
      expires_at: null,
      created_at: ctx.clock.now(),
    },
    'Recorded by staff',
  )
  await settlePayment(ctx, tx, paymentId, {
    status: 'PAID',
    reason: reference,
    captured: { cents: amountCents, currency, ref: null },
  })
  return { paymentId }
}

/**
 * Records that the cash of an order paid on delivery was collected. Throws `ORDER_STATE`
 * when no cash is expected.
 */
export async function recordCashCollected(
  ctx: Pick<AppContext, 'clock' | 'jobs' | 'payments' | 'log'>,
  tx: Queryable,
  orderId: string,
): Promise<{ paymentId: string }> {
  const attempts = await lockAttempts(tx, orderId)
  const awaited = attempts.find(({ method, status }) => method === 'COD' && status === 'PENDING')
  if (!awaited) throw new ShopError('ORDER_STATE')
  await settlePayment(ctx, tx, awaited.id, {
    status: 'PAID',
    reason: 'Cash collected',
    captured: { cents: awaited.amount_cents, currency, ref: null },
  })
  return { paymentId: awaited.id }
}
