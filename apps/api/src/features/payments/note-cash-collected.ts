import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { lockAttempts } from './payments.queries.ts'
import { currency } from './provider.ts'
import { settlePayment } from './settlement/settle-payment.ts'

/**
 * Notes that the cash of an order paid on delivery was taken (decision O8). Raises `ORDER_STATE` when
 * no cash is awaited.
 */
export async function noteCashCollected(
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
