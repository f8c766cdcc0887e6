import {
  CaptureStatus,
  CheckoutPaymentIntent,
  type Order,
  OrderStatus,
  type OrdersCapture,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type Refund,
  RefundStatus,
} from '@paypal/paypal-server-sdk'
import {
  currency,
  type PaymentToStart,
  type ProviderRefund,
  ProviderRejection,
  type ProviderStatus,
  type RemoteProvider,
  returnAddress,
  type StartedAttempt,
} from '../provider.ts'
import { subjectsOf, toCents } from './event-subject.ts'
import {
  type AskPayPal,
  openPayPalClient,
  type PayPalCredentials,
  PayPalRejection,
  verifyMessage,
} from './paypal-client.ts'

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

/** The status of an order by its captures; PENDING without any. */
function readOrder(order: Order): ProviderStatus {
  const payments = order.purchaseUnits?.[0]?.payments
  const capture = payments?.captures?.at(-1)
  if (capture)
    return { ...readCapture(capture), refunds: (payments?.refunds ?? []).map(readRefund) }
  if (order.status === OrderStatus.Voided) return { status: 'FAILED', reason: 'Voided at PayPal' }
  return { status: 'PENDING', reason: 'Not approved yet' }
}

function readCapture(capture: OrdersCapture): ProviderStatus {
  const why = capture.statusDetails?.reason
  switch (capture.status) {
    case CaptureStatus.Completed:
    case CaptureStatus.PartiallyRefunded:
    case CaptureStatus.Refunded:
      return {
        status: 'PAID',
        reason: 'Paid at PayPal',
        captured: {
          cents: toCents(capture.amount?.value),
          currency: capture.amount?.currencyCode ?? '',
          ref: capture.id ?? null,
        },
      }
    case CaptureStatus.Declined:
    case CaptureStatus.Failed:
      return { status: 'FAILED', reason: `PayPal declined${why ? `: ${why}` : ''}` }
    default:
      return { status: 'PROCESSING', reason: `PayPal awaits the money${why ? `: ${why}` : ''}` }
  }
}

/** The status of a refund. */
function readRefund(refund: Refund): ProviderRefund {
  const isLost = refund.status === RefundStatus.Failed || refund.status === RefundStatus.Cancelled
  return {
    providerRef: refund.id ?? null,
    refundId: refund.customId ?? null,
    amountCents: toCents(refund.amount?.value),
    status: isLost ? 'FAILED' : refund.status === RefundStatus.Completed ? 'SUCCEEDED' : 'PENDING',
    ...(isLost && { failure: `PayPal: ${refund.status}` }),
  }
}

/** An amount in PayPal's format. */
function toValue(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
