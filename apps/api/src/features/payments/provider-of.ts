import type { AppContext } from '../../context.ts'
import type { PaymentRow } from './payments.queries.ts'
import type { PaymentProvider, StartedAttempt } from './provider.ts'

/** Who holds the money of an attempt; undefined when nobody can be asked. */
export function providerOf(
  { payments }: Pick<AppContext, 'payments'>,
  { method }: Pick<PaymentRow, 'method'>,
): PaymentProvider | undefined {
  return method === 'MANUAL' ? undefined : payments.providers.get(method)
}

/** An attempt as its provider is asked about it; undefined while the provider has not answered. */
export function toStarted(payment: PaymentRow): StartedAttempt | undefined {
  if (!payment.provider_ref) return
  return {
    paymentId: payment.id,
    orderId: payment.order_id,
    providerRef: payment.provider_ref,
    captureRef: payment.capture_ref,
    amountCents: payment.amount_cents,
    createdAt: payment.created_at,
    expiresAt: payment.expires_at,
    isOpen: payment.status === 'PENDING' || payment.status === 'PROCESSING',
  }
}
