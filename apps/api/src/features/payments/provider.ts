import type { PaymentMethod } from '@solvane/contract/payments'
import type { ChainSimulator } from '@solvane/payment-simulators/chain'
import type { PayPalSimulator } from '@solvane/payment-simulators/paypal'
import type { StripeSimulator } from '@solvane/payment-simulators/stripe'
import type { FastifyInstance } from 'fastify'
import type { PaymentRow } from './payments.queries.ts'

/** All prices of the house. */
export const currency = 'USD'

/** What an attempt to pay is begun with. */
export interface PaymentToStart {
  paymentId: string
  orderId: string
  orderNumber: string
  /** Counts from 1 within the order. */
  attempt: number
  amountCents: number
  email: string
  /** What the shopper reads at the provider. */
  description: string
  /** The page of the order, where the provider sends the shopper back to. */
  returnUrl: string
  createdAt: Date
  /** Until when the money is wanted. */
  expiresAt: Date
}

/** What a provider answers when an attempt is begun. */
export interface StartedPayment {
  /** What the provider calls it; unique within the method. */
  providerRef: string
  /** Where the shopper pays; null when there is nothing to open. */
  approvalUrl: string | null
  /** Until when the provider takes the money; null when it does not say. */
  expiresAt: Date | null
}

/** An attempt that was begun, as a provider is asked about it. */
export interface StartedAttempt {
  paymentId: string
  orderId: string
  providerRef: string
  /** What a refund is made of, once it is known. */
  captureRef: string | null
  amountCents: number
  createdAt: Date
  expiresAt: Date | null
  /** Whether its money is still wanted: an approval is only turned into money while it is. */
  isOpen: boolean
}

/** A refund as the provider knows it. */
export interface ProviderRefund {
  /** Null when it was refused before it had a name. */
  providerRef: string | null
  /** The id of our row; null when it was not made through us. */
  refundId: string | null
  amountCents: number
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  /** Why it failed. */
  failure?: string
}

/** How an attempt stands, as whoever holds the money says it. */
export interface ProviderReading {
  status: 'PENDING' | 'PROCESSING' | 'PAID' | 'FAILED'
  /** What is noted with the change, for staff. */
  reason: string
  /** Money that is there for certain; always with PAID. */
  captured?: {
    cents: number
    /** ISO 4217, in capitals. */
    currency: string
    /** What a refund is made of. */
    ref: string | null
    /** Staff take this much for what is due. */
    isAccepted?: true
  }
  /** Every refund of this money that the provider knows of; missing when it was not asked. */
  refunds?: ProviderRefund[]
  /** Why someone must look at it although it is what it is. */
  review?: string
}

/** Where an event says it belongs; the first that is known counts. */
export interface EventSubject {
  paymentId?: string | undefined
  providerRef?: string | undefined
  captureRef?: string | undefined
}

/** A message from a provider that was found to be its own. */
export interface ReceivedEvent {
  id: string
  type: string
  payload: object
}

/** What a webhook brings: its headers in lower case, and the body to the byte. */
export interface WebhookMessage {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The network address it came from. */
  address: string
}

/** A way to pay. Each raises `ProviderUnavailable` when it cannot tell, `ProviderRefusal` when it will not. */
export interface PaymentProvider {
  method: PaymentMethod
  /** Begins an attempt. Asked twice for the same payment, it is one attempt. */
  initiate(payment: PaymentToStart): Promise<StartedPayment>
  /** How an attempt stands; what the shopper has approved is taken. */
  read(attempt: StartedAttempt): Promise<ProviderReading>
  /** Ends an attempt where it can be ended, and tells how it then stands: money may have come before. */
  expire(attempt: StartedAttempt): Promise<ProviderReading>
  /** Pays back; missing where money can only be returned by hand. Asked twice for the same refund, it is one. */
  refund?(
    attempt: StartedAttempt & { captureRef: string },
    refund: { refundId: string; amountCents: number; reason: string },
  ): Promise<ProviderRefund>
  /** Messages it sends by itself; missing when it sends none. */
  webhook?: {
    /** The event of a message; null when the signature is not the provider's. */
    verify(message: WebhookMessage): Promise<ReceivedEvent | null>
    /** Whether telling costs a question to the provider. */
    isAsked?: true
    /** Which attempt an event is about; null when it is none of our business. */
    subjectOf(event: { type: string; payload: object }): EventSubject | null
  }
  /** Whether this much pays what is due; without it, the exact amount does and nothing else. */
  isEnough?(dueCents: number, capturedCents: number): boolean
}

/** A provider that makes refunds and sends webhooks. */
export type RemoteProvider = PaymentProvider & Required<Pick<PaymentProvider, 'refund' | 'webhook'>>

/** Nobody knows what became of the request: asked again later, the same request is made once. */
export class ProviderUnavailable extends Error {}

/** The provider will not do it, however often it is asked. */
export class ProviderRefusal extends Error {}

/** Servers that play providers for which there are no keys. */
export interface TestPayments {
  /** Null where there are keys, and in a process that serves no requests. */
  stripe: StripeSimulator | null
  paypal: PayPalSimulator | null
  chain: ChainSimulator | null
  /** Serves them beside the shop, and lets them go when it closes. */
  mount(app: FastifyInstance): Promise<void>
}

/** The ways to pay that this shop takes. */
export interface Payments {
  providers: ReadonlyMap<PaymentMethod, PaymentProvider>
  /** The servers that play providers; null in production. */
  test: TestPayments | null
  /** Whether, for some of them, no money moves. */
  areTestPayments: boolean
}

/** Who holds the money of an attempt; undefined when nobody can be asked. */
export function providerOf(
  { payments }: { payments: Payments },
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

/** How a shopper has left a provider's page. */
type Outcome = 'paid' | 'cancelled'

/** Where a provider sends the shopper back to: `returnUrl`, told how its page was left. */
export function returnAddress(returnUrl: string, outcome: Outcome): string {
  const url = new URL(returnUrl)
  url.searchParams.set('outcome', outcome)
  return url.href
}
