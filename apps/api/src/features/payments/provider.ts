import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { ChainSimulator } from '@solvane/payment-simulators/chain'
import type { PayPalSimulator } from '@solvane/payment-simulators/paypal'
import type { StripeSimulator } from '@solvane/payment-simulators/stripe'
import type { FastifyInstance } from 'fastify'
import { ServiceUnavailable } from '../../platform/errors/shop-error.ts'
import type { PaymentRow } from './payments.queries.ts'

/** The currency of every price in the shop. */
export const currency = 'USD'

/** A payment attempt that a provider is asked to start. */
export interface PaymentToStart {
  paymentId: string
  orderId: string
  orderNumber: string
  /** Counts from 1 within the order. */
  attempt: number
  amountCents: number
  email: string
  /** Shown to the shopper at the provider. */
  description: string
  /** The order page that the provider returns the shopper to. */
  returnUrl: string
  createdAt: Date
  /** When the attempt expires. */
  expiresAt: Date
}

/** A provider's answer when it has started an attempt. */
export interface StartedPayment {
  /** The provider's id of the attempt; unique within the method. */
  providerRef: string
  /** The page to pay on. */
  approvalUrl: string
  /** When the provider stops accepting money; null when it does not say. */
  expiresAt: Date | null
}

/** A started attempt, with what a provider needs to find it. */
export interface StartedAttempt {
  paymentId: string
  orderId: string
  providerRef: string
  /** The captured payment that refunds refer to; null until it is known. */
  captureRef: string | null
  amountCents: number
  createdAt: Date
  expiresAt: Date | null
  /** Whether the shop still wants the money: an approval is captured only while it does. */
  isOpen: boolean
}

/** A refund as the provider knows it. */
export interface ProviderRefund {
  /** Null when the provider rejected it before giving it an id. */
  providerRef: string | null
  /** The id of the shop's refund row; null when the refund was made at the provider. */
  refundId: string | null
  amountCents: number
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  /** Why it failed. */
  failure?: string
}

/** The status of an attempt according to its provider. */
export interface ProviderStatus {
  status: 'PENDING' | 'PROCESSING' | 'PAID' | 'FAILED'
  /** Recorded with the status change, for staff. */
  reason: string
  /** Money that the provider has captured; always present with PAID. */
  captured?: {
    cents: number
    /** ISO 4217, in capitals. */
    currency: string
    /** The captured payment that refunds refer to. */
    ref: string | null
    /** Staff accept this amount as full payment. */
    isAccepted?: true
  }
  /** Every refund of this money that the provider knows of; missing when it was not queried. */
  refunds?: ProviderRefund[]
  /** Why staff must review the attempt, whatever its status. */
  review?: string
}

/** A disputed payment (chargeback) as the provider's message describes it. */
export interface ReportedDispute {
  /** The provider's id of it. */
  ref: string
  /** WON when the shop keeps the money. */
  status: 'OPEN' | 'WON' | 'LOST'
  /**
   * The disputed amount of this payment; for a lost dispute, the amount that the provider took
   * back.
   */
  amountCents: number
  /** ISO 4217, in capitals. */
  currency: string
  /** The provider's code of the reason. */
  reason: string
  /** The deadline for the shop's answer. */
  answerBy: Date | null
  openedAt: Date
  /** The provider's time of the message. */
  reportedAt: Date
}

/** References by which an event names its attempt; the first known one counts. */
export interface EventSubject {
  paymentId?: string | undefined
  providerRef?: string | undefined
  captureRef?: string | undefined
  /** The dispute that the event is about. */
  dispute?: ReportedDispute
}

/** A webhook message whose signature was verified. */
export interface ReceivedEvent {
  id: string
  type: string
  payload: object
}

/** A webhook request: its headers in lower case, and its unparsed body. */
export interface WebhookMessage {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The IP address of the sender. */
  address: string
}

/** A payment method. Operations throw `ProviderUnavailable` when the outcome is unknown, `ProviderRejection` when the provider rejects. */
export interface PaymentProvider {
  method: PaymentMethod
  /**
   * Starts an attempt, idempotent by `paymentId`; missing for cash on delivery, which has no page to
   * pay on: `addCashOnDelivery` adds its attempts.
   */
  initiate?(payment: PaymentToStart): Promise<StartedPayment>
  /** The current status of an attempt; captures what the shopper has approved. */
  read(attempt: StartedAttempt): Promise<ProviderStatus>
  /** Expires an attempt where that is possible. Gives its status afterwards: it may have been paid before. */
  expire(attempt: StartedAttempt): Promise<ProviderStatus>
  /** Makes a refund, idempotent by `refundId`; missing where staff must refund by hand. */
  refund?(
    attempt: StartedAttempt & { captureRef: string },
    refund: { refundId: string; amountCents: number; reason: string },
  ): Promise<ProviderRefund>
  /** The provider's webhooks; missing when it sends none. */
  webhook?: {
    /** The event of a message; null when its signature is not the provider's. */
    verify(message: WebhookMessage): Promise<ReceivedEvent | null>
    /** Whether verification sends a request to the provider. */
    verifiesRemotely?: true
    /**
     * The attempts that an event is about: one, several disputed ones, or none if the event does
     * not concern the shop.
     */
    subjectsOf(event: { type: string; payload: object }): EventSubject[]
  }
  /** Whether the captured amount covers the due one; without this, only the exact amount does. */
  isEnough?(dueCents: number, capturedCents: number): boolean
}

/** A provider with a page to pay on, which makes refunds and sends webhooks. */
export type RemoteProvider = PaymentProvider &
  Required<Pick<PaymentProvider, 'initiate' | 'refund' | 'webhook'>>

/** The outcome of the request is unknown. Repeating the request is safe: it is idempotent. */
export class ProviderUnavailable extends ServiceUnavailable {}

/** The provider rejects the request; repeating it does not help. */
export class ProviderRejection extends Error {}

/** Simulators of the providers that have no keys. */
export interface TestPayments {
  /** Null where keys are set, and in a process that serves no requests. */
  stripe: StripeSimulator | null
  paypal: PayPalSimulator | null
  chain: ChainSimulator | null
  /** Serves the simulators beside the shop, and closes them with it. */
  mount(app: FastifyInstance): Promise<void>
}

/** The payment methods that the shop accepts. */
export interface Payments {
  providers: ReadonlyMap<PaymentMethod, PaymentProvider>
  /** The simulators; null in production. */
  test: TestPayments | null
  /** Whether some methods move no real money. */
  areTestPayments: boolean
}

/**
 * The provider of an attempt; undefined for a payment that staff recorded, or if its method is no
 * longer configured.
 */
export function providerOf(
  { payments }: { payments: Payments },
  { method }: Pick<PaymentRow, 'method'>,
): PaymentProvider | undefined {
  return method === 'MANUAL' ? undefined : payments.providers.get(method)
}

/** An attempt in the provider's terms; undefined until the provider has started it. */
export function toStartedAttempt(payment: PaymentRow): StartedAttempt | undefined {
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

/** How the shopper left the provider's page. */
type Outcome = 'paid' | 'cancelled'

/** The address that a provider returns the shopper to: `returnUrl` with the outcome. */
export function returnAddress(returnUrl: string, outcome: Outcome): string {
  const url = new URL(returnUrl)
  url.searchParams.set('outcome', outcome)
  return url.href
}
