import {
  CheckoutPaymentIntent,
  type Order,
  OrderStatus,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import {
  currency,
  type PaymentToStart,
  ProviderRejection,
  type ProviderStatus,
  type ReceivedEvent,
  type RemoteProvider,
  returnAddress,
  type StartedAttempt,
  type WebhookMessage,
} from '../provider.ts'
import { subjectsOf } from './event-subject.ts'
import {
  type AskPayPal,
  openPayPalClient,
  type PayPalCredentials,
  PayPalRejection,
} from './paypal-client.ts'
import { readOrder, readRefund, toValue } from './read-order.ts'

export interface PayPalSettings extends PayPalCredentials {
  webhookId: string
}

/** PayPal truncates longer ones. */
const longestDescription = 127

/** Requests complete objects instead of their ids. */
const whole = 'return=representation'

/**
 * PayPal, through Orders v2: an approved payment is captured at the next check. `testOrigin` is the
 * origin of a simulator; by default it is PayPal itself.
 */
export function openPayPal(settings: PayPalSettings, testOrigin?: () => string): RemoteProvider {
  const ask = openPayPalClient(settings, testOrigin)
  return {
    method: 'PAYPAL',
    async initiate(payment) {
      const order = await ask(({ orders }) =>
        orders.createOrder({
          paypalRequestId: payment.paymentId,
          prefer: whole,
          body: toOrder(payment),
        }),
      )
      const link = order.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      if (!order.id || !link) throw new ProviderRejection('PayPal gave no page to pay on')
      return { providerRef: order.id, approvalUrl: link.href, expiresAt: payment.expiresAt }
    },
    read: (attempt) => readAttempt(ask, attempt),
    async expire(attempt) {
      // PayPal orders cannot be cancelled; a later approval is simply not captured.
      const providerStatus = await readAttempt(ask, { ...attempt, isOpen: false })
      return providerStatus.status === 'PENDING'
        ? { status: 'FAILED', reason: 'Not approved in time' }
        : providerStatus
    },
    async refund({ captureRef }, { refundId, amountCents }) {
      const refund = await ask(({ payments }) =>
        payments.refundCapturedPayment({
          captureId: captureRef,
          paypalRequestId: refundId,
          prefer: whole,
          body: {
            amount: { currencyCode: currency, value: toValue(amountCents) },
            customId: refundId,
          },
        }),
      )
      return { ...readRefund(refund), refundId }
    },
    webhook: {
      verify: (message) => verifyMessage(ask, settings.webhookId, message),
      verifiesRemotely: true,
      subjectsOf,
    },
  }
}

function toOrder({ paymentId, orderNumber, attempt, ...payment }: PaymentToStart) {
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        customId: paymentId,
        // PayPal accepts each invoice id once, even from a failed attempt.
        invoiceId: `${orderNumber}-${attempt}`,
        description: payment.description.slice(0, longestDescription),
        amount: { currencyCode: currency, value: toValue(payment.amountCents) },
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          brandName: 'Solvane',
          // The address is part of the order.
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          userAction: PaypalExperienceUserAction.PayNow,
          returnUrl: returnAddress(payment.returnUrl, 'paid'),
          cancelUrl: returnAddress(payment.returnUrl, 'cancelled'),
        },
      },
    },
  }
}

/** The status of an attempt; captures an approved payment while the attempt is open. */
async function readAttempt(
  ask: AskPayPal,
  { providerRef, paymentId, isOpen }: StartedAttempt,
): Promise<ProviderStatus> {
  const order = await findOrder(ask, providerRef)
  if (!order) return { status: 'FAILED', reason: 'PayPal does not know of it any more' }
  if (order.status !== OrderStatus.Approved || !isOpen) return readOrder(order)
  try {
    const captured = await ask(({ orders }) =>
      orders.captureOrder({
        id: providerRef,
        paypalRequestId: `capture ${paymentId}`,
        prefer: whole,
      }),
    )
    return readOrder(captured)
  } catch (error) {
    if (!(error instanceof PayPalRejection)) throw error
    if (error.issue === 'ORDER_ALREADY_CAPTURED')
      return readOrder((await findOrder(ask, providerRef)) ?? order)
    if (error.issue === 'ORDER_NOT_APPROVED' || error.issue === 'PAYER_ACTION_REQUIRED')
      return readOrder(order)
    return { status: 'FAILED', reason: error.message }
  }
}

async function findOrder(ask: AskPayPal, id: string): Promise<Order | null> {
  try {
    return await ask(({ orders }) => orders.getOrder({ id }))
  } catch (error) {
    if (error instanceof PayPalRejection && error.status === 404) return null
    throw error
  }
}

const event = z.looseObject({ id: z.string().max(200), event_type: z.string().max(200) })

const signature = z.object({
  'paypal-auth-algo': z.string().max(100),
  'paypal-cert-url': z.string().max(500),
  'paypal-transmission-id': z.string().max(200),
  'paypal-transmission-sig': z.string().max(2000),
  'paypal-transmission-time': z.string().max(100),
})

const verification = '/v1/notifications/verify-webhook-signature'

const verdict = z.object({ verification_status: z.string() })

/**
 * The event of a webhook, if PayPal confirms its signature; else null. The body is returned byte
 * for byte, because the signature covers its bytes, and JSON.stringify might change them.
 */
async function verifyMessage(
  ask: AskPayPal,
  webhookId: string,
  { headers, body }: WebhookMessage,
): Promise<ReceivedEvent | null> {
  const text = body.toString('utf8')
  const sent = signature.safeParse(headers).data
  const event = parseJson(text)
  if (!sent || !event) return null
  const claim = JSON.stringify({
    auth_algo: sent['paypal-auth-algo'],
    cert_url: sent['paypal-cert-url'],
    transmission_id: sent['paypal-transmission-id'],
    transmission_sig: sent['paypal-transmission-sig'],
    transmission_time: sent['paypal-transmission-time'],
    webhook_id: webhookId,
  })
  try {
    const question = `${claim.slice(0, -1)},"webhook_event":${text}}`
    const answer = await ask(({ post }) => post(verification, question))
    const { verification_status } = verdict.parse(JSON.parse(answer))
    return verification_status === 'SUCCESS'
      ? { id: event.id, type: event.event_type, payload: event }
      : null
  } catch (error) {
    if (error instanceof PayPalRejection) return null
    throw error
  }
}

function parseJson(text: string): z.infer<typeof event> | undefined {
  try {
    return event.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
