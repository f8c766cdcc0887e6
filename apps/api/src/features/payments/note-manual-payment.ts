import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { paysOrder } from './payment-transitions.ts'
import { insertPayment, lockAttempts, updatePayment } from './payments.queries.ts'
import { currency } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Notes money that came another way, with its reference (decision O9). Raises `ORDER_STATE` when the
 * order is paid already, `PAYMENT_IN_PROGRESS` while other money is on its way.
 */
export async function noteManualPayment(
  ctx: Pick<AppContext, 'clock' | 'jobs' | 'payments' | 'log'>,
  tx: Queryable,
  { orderId, amountCents, reference }: { orderId: string; amountCents: number; reference: string },
): Promise<{ paymentId: string }> {
  const attempts = await lockAttempts(tx, orderId)
  if (attempts.some(({ status }) => paysOrder(status))) throw new ShopError('ORDER_STATE')
  if (attempts.some(({ status }) => status === 'PROCESSING'))
    throw new ShopError('PAYMENT_IN_PROGRESS')
  const paymentId = randomUUID()
  await insertPayment(
    tx,
    {
      id: paymentId,
      order_id: orderId,
      attempt: attempts.length + 1,
      method: 'MANUAL',
      amount_cents: amountCents,
      expires_at: null,
      created_at: ctx.clock.now(),
    },
    'Noted by staff',
  )
  await updatePayment(tx, paymentId, { provider_ref: paymentId })
  await settlePayment(ctx, tx, paymentId, {
    status: 'PAID',
    reason: reference,
    captured: { cents: amountCents, currency, ref: null },
  })
  return { paymentId }
}
