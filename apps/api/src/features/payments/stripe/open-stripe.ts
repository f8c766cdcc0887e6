import Stripe from 'stripe'
import {
  type PaymentToStart,
  type ProviderRefund,
  ProviderRejection,
  type ProviderStatus,
  ProviderUnavailable,
  type RemoteProvider,
  returnAddress,
  type StartedPayment,
} from '../provider.ts'
import { ourPayment, subjectsOf } from './event-subject.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
}

/** In milliseconds; a shopper is waiting. */
const defaultTimeout = 10_000

/** Far more refunds than a payment ever has: the client wants a limit. */
const mostRefunds = 10_000

/** Expands a session by its charge and refunds. */
const withMoney = { expand: ['payment_intent.latest_charge.refunds'] }

/**
 * Cards and other methods of Stripe, through Checkout Sessions. `testOrigin` is the origin of a
 * simulator; by default it is Stripe itself. `timeout` is that of a response, in milliseconds.
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
      expectObject(session, 'checkout.session')
      return readSession(session, await allRefunds(session))
    } catch (error) {
      if (!isUnknown(error)) throw translateError(error)
      return { status: 'FAILED', reason: 'Stripe does not know of it' } as const
    }
  }

  /** Every refund of a session's money: expanded, a charge has the newest ten only. */
  async function allRefunds(session: Stripe.Checkout.Session): Promise<Stripe.Refund[]> {
    const intent = intentOf(session)
    const charge = intent?.latest_charge
    const newest = typeof charge === 'object' ? charge?.refunds : null
    if (!intent || !newest?.has_more) return newest?.data ?? []
    const all = stripe.refunds.list({ payment_intent: intent.id, limit: 100 })
    return all.autoPagingToArray({ limit: mostRefunds })
  }

  return {
    method: 'STRIPE',
    async initiate(payment) {
      try {
        return await createSession(stripe, payment, payment.email).catch((error) => {
          // Stripe may reject an address that the shop accepts; without one, it asks for an address
          // itself.
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
        // It has expired or is paid: the status shows which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw translateError(error)
      })
      const providerStatus = await read(providerRef)
      // Stripe refuses to expire a session that the shopper is paying on.
      if (providerStatus.status === 'PENDING')
        throw new ProviderUnavailable('Stripe: an open session could not be expired')
      return providerStatus
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
      subjectsOf,
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
      // The total is in dollars, whatever the shopper's currency.
      adaptive_pricing: { enabled: false },
      expires_at: Math.floor(payment.expiresAt.getTime() / 1000),
      success_url: returnAddress(returnUrl, 'paid'),
      cancel_url: returnAddress(returnUrl, 'cancelled'),
      ...(email && { customer_email: email }),
    },
    { idempotencyKey: email ? paymentId : `${paymentId} without e-mail` },
  )
  const { id, url, expires_at } = expectObject(session, 'checkout.session')
  if (!url) throw new ProviderRejection('Stripe gave no page to pay on')
  return {
    providerRef: id,
    approvalUrl: url,
    expiresAt: new Date(expires_at * 1000),
  }
}

/** Stripe's client supports a host, but no path before `/v1`. */
function talkTo(origin: () => string) {
  return Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${origin()}${pathname}${search}`, init)
  })
}

const { StripeInvalidRequestError, StripeCardError } = Stripe.errors

/**
 * Stripe calls these invalid requests, too: the same key is being processed, or a resource is
 * locked.
 */
const passing = [409, 429]

/**
 * Translates Stripe's error: a rejection, or an unknown outcome. Invalid keys do not count as a
 * rejection: with correct keys the request succeeds.
 */
function translateError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const isRejection =
    (error instanceof StripeInvalidRequestError || error instanceof StripeCardError) &&
    !passing.includes(error.statusCode ?? 0)
  const message = `Stripe: ${error.message}`
  return isRejection
    ? new ProviderRejection(message, { cause: error })
    : new ProviderUnavailable(message, { cause: error })
}

/**
 * Returns a response if it is the requested object. The SDK accepts any JSON without `error`,
 * whatever its status, even from a gateway. Throws `ProviderUnavailable`.
 */
function expectObject<Answer extends { object: string }>(
  answer: Answer,
  kind: Answer['object'],
): Answer {
  if (answer.object === kind) return answer
  throw new ProviderUnavailable('Stripe: the answer is not from Stripe')
}

/** Whether Stripe does not know the resource, as with keys of another account. */
function isUnknown(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Whether Stripe rejects the shopper's address. */
function isAboutEmail(error: unknown): boolean {
  return (
    error instanceof StripeInvalidRequestError &&
    (error.code === 'email_invalid' || error.param === 'customer_email')
  )
}

function intentOf({ payment_intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof payment_intent === 'object' ? payment_intent : null
}

/** The status of a session with its expanded payment intent and charge, and its refunds. */
function readSession(session: Stripe.Checkout.Session, refunds: Stripe.Refund[]): ProviderStatus {
  const intent = intentOf(session)
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
      refunds: refunds.map(readRefund),
    }
  if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
    return {
      status: 'FAILED',
      reason: intent.last_payment_error?.message ?? 'The money never came',
    }
  return { status: 'PROCESSING', reason: 'Stripe awaits the money' }
}

/** The status of a refund. */
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
