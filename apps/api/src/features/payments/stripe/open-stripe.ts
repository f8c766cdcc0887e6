import Stripe from 'stripe'
import type { PaymentToStart, StartedPayment } from '../provider.ts'
import type { RemoteProvider } from '../provider-on-demand.ts'
import { returnAddress } from '../return-address.ts'
import { ourPayment, subjectOf } from './event-subject.ts'
import { readRefund, readSession } from './read-session.ts'
import { expectObject, isAboutEmail, isUnknown, translateError } from './stripe-errors.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
}

/** In milliseconds; a shopper waits for it. */
const patience = 10_000

/** What is asked for together with a session: the money that came, and what of it went back. */
const withMoney = { expand: ['payment_intent.latest_charge.refunds'] }

/**
 * Cards and what else Stripe takes, through Checkout Sessions. `testOrigin` says where a server that
 * plays Stripe listens; without it, it is Stripe itself. An answer may take `timeout` milliseconds.
 */
export function openStripe(
  { secretKey, webhookSecret }: StripeSettings,
  testOrigin?: () => string,
  timeout = patience,
): RemoteProvider {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout,
    telemetry: false,
    ...(testOrigin && { httpClient: talkTo(testOrigin) }),
  })

  async function read(sessionId: string) {
    try {
      const session = await stripe.checkout.sessions.retrieve(sessionId, withMoney)
      return readSession(expectObject(session, 'checkout.session'))
    } catch (error) {
      if (!isUnknown(error)) throw translateError(error)
      return { status: 'FAILED', reason: 'Stripe does not know of it' } as const
    }
  }

  return {
    method: 'STRIPE',
    async initiate(payment) {
      try {
        return await createSession(stripe, payment, payment.email).catch((error) => {
          // What is an address to us may be none to Stripe, which then asks for one itself.
          if (isAboutEmail(error)) return createSession(stripe, payment, null)
          throw error
        })
      } catch (error) {
        throw translateError(error)
      }
    },
    read: ({ providerRef }) => read(providerRef),
    async expire({ providerRef }) {
      await stripe.checkout.sessions.expire(providerRef).catch((error) => {
        // It is over already, or paid: reading tells which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw translateError(error)
      })
      return read(providerRef)
    },
    async refund({ paymentId, captureRef }, { refundId, amountCents }) {
      try {
        const refund = await stripe.refunds.create(
          {
            payment_intent: captureRef,
            amount: amountCents,
            metadata: { [ourPayment]: paymentId, refund_id: refundId },
          },
          { idempotencyKey: refundId },
        )
        return readRefund(expectObject(refund, 'refund'))
      } catch (error) {
        throw translateError(error)
      }
    },
    webhook: {
      async verify({ headers, body }) {
        try {
          const signature = headers['stripe-signature'] ?? ''
          const event = stripe.webhooks.constructEvent(body, signature, webhookSecret)
          return { id: event.id, type: event.type, payload: event }
        } catch {
          return null
        }
      },
      subjectOf,
    },
  }
}

async function createSession(
  stripe: Stripe,
  payment: PaymentToStart,
  email: string | null,
): Promise<StartedPayment> {
  const { paymentId, orderNumber, description, returnUrl } = payment
  const metadata = { [ourPayment]: paymentId, order_number: orderNumber }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: paymentId,
      metadata,
      payment_intent_data: { metadata, description },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: payment.amountCents,
            product_data: { name: description },
          },
        },
      ],
      // What is due is due in dollars.
      adaptive_pricing: { enabled: false },
      expires_at: Math.floor(payment.expiresAt.getTime() / 1000),
      success_url: returnAddress(returnUrl, 'paid'),
      cancel_url: returnAddress(returnUrl, 'cancelled'),
      ...(email && { customer_email: email }),
    },
    { idempotencyKey: email ? paymentId : `${paymentId} without e-mail` },
  )
  expectObject(session, 'checkout.session')
  return {
    providerRef: session.id,
    approvalUrl: session.url,
    expiresAt: new Date(session.expires_at * 1000),
  }
}

/** Stripe's own client knows a host, but no path before `/v1`. */
function talkTo(origin: () => string) {
  return Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${origin()}${pathname}${search}`, init)
  })
}
