import Stripe from 'stripe'
import {
  type PaymentToStart,
  type ProviderRefund,
  ProviderRefusal,
  type ProviderStatus,
  ProviderUnavailable,
  type RemoteProvider,
  returnAddress,
  type StartedPayment,
} from '../provider.ts'
import { ourPayment, subjectOf } from './event-subject.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
}

/** In milliseconds; a shopper waits for it. */
const defaultTimeout = 10_000

/** What is asked for together with a session: the money that came, and what of it went back. */
const withMoney = { expand: ['payment_intent.latest_charge.refunds'] }

/**
 * Cards and what else Stripe takes, through Checkout Sessions. `testOrigin` says where a server that
 * plays Stripe listens; without it, it is Stripe itself. An answer may take `timeout` milliseconds.
 */
export function openStripe(
  { secretKey, webhookSecret }: StripeSettings,
  testOrigin?: () => string,
  timeout = defaultTimeout,
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
        // It is over already, or paid: the status tells which.
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

const { StripeInvalidRequestError, StripeCardError } = Stripe.errors

/** Stripe calls these invalid requests too: the same key is being worked on, or something is locked. */
const passing = [409, 429]

/**
 * What Stripe's error means to us: a refusal, or not known. Wrong keys are no refusal: once they are
 * right, the same request goes through.
 */
function translateError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const isRefusal =
    (error instanceof StripeInvalidRequestError || error instanceof StripeCardError) &&
    !passing.includes(error.statusCode ?? 0)
  const message = `Stripe: ${error.message}`
  return isRefusal
    ? new ProviderRefusal(message, { cause: error })
    : new ProviderUnavailable(message, { cause: error })
}

/**
 * Gives an answer if it is the object that was asked for. The SDK takes any JSON without `error` for one,
 * whatever its status: also what a gateway says in Stripe's place. Throws `ProviderUnavailable`.
 */
function expectObject<Answer extends { object: string }>(
  answer: Answer,
  kind: Answer['object'],
): Answer {
  if (answer.object === kind) return answer
  throw new ProviderUnavailable('Stripe: the answer is not from Stripe')
}

/** Whether Stripe has no such thing, as when the keys are of another account. */
function isUnknown(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether Stripe does not take the shopper's address. */
function isAboutEmail(error: unknown): boolean {
  return (
    error instanceof StripeInvalidRequestError &&
    (error.code === 'email_invalid' || error.param === 'customer_email')
  )
}

/** How a session stands, with its payment intent and that one's charge and refunds in it. */
function readSession(session: Stripe.Checkout.Session): ProviderStatus {
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
function readRefund(refund: Stripe.Refund): ProviderRefund {
  const isLost = refund.status === 'failed' || refund.status === 'canceled'
  return {
    providerRef: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    amountCents: refund.amount,
    status: isLost ? 'FAILED' : refund.status === 'succeeded' ? 'SUCCEEDED' : 'PENDING',
    ...(isLost && { failure: `Stripe: ${refund.failure_reason ?? refund.status}` }),
  }
}
