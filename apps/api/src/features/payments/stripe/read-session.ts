import type Stripe from 'stripe'
import type { ProviderReading, ProviderRefund } from '../provider.ts'

/** How a session stands, with its payment intent and that one's charge and refunds in it. */
export function readSession(session: Stripe.Checkout.Session): ProviderReading {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (session.status === 'open') return { status: 'PENDING', reason: 'The session is open' }
  if (session.status === 'expired') return { status: 'FAILED', reason: 'The session has expired' }
  if (session.payment_status === 'paid')
    return {
      status: 'PAID',
      reason: 'Paid at Stripe',
      captured: {
        cents: intent?.amount_received ?? 0,
        currency: (intent?.currency ?? '').toUpperCase(),
        ref: intent?.id ?? null,
      },
      refunds: refundsOf(intent),
    }
  if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
    return {
      status: 'FAILED',
      reason: intent.last_payment_error?.message ?? 'The money never came',
    }
  return { status: 'PROCESSING', reason: 'Stripe awaits the money' }
}

function refundsOf(intent: Stripe.PaymentIntent | null): ProviderRefund[] {
  const charge = intent?.latest_charge
  return (typeof charge === 'object' && charge?.refunds?.data.map(readRefund)) || []
}

/** How a refund stands. */
export function readRefund(refund: Stripe.Refund): ProviderRefund {
  const isLost = refund.status === 'failed' || refund.status === 'canceled'
  return {
    providerRef: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    amountCents: refund.amount,
    status: isLost ? 'FAILED' : refund.status === 'succeeded' ? 'SUCCEEDED' : 'PENDING',
    ...(isLost && { failure: `Stripe: ${refund.failure_reason ?? refund.status}` }),
  }
}
