/**
 * Objects of Stripe's API, with the fields that a shop reads. Times are Unix seconds, amounts
 * cents.
 */
type Metadata = Record<string, string>

export interface Session {
  id: string
  object: 'checkout.session'
  amount_subtotal: number
  amount_total: number
  cancel_url: string
  client_reference_id: string | null
  created: number
  currency: string
  customer_email: string | null
  expires_at: number
  livemode: false
  metadata: Metadata
  mode: 'payment'
  payment_intent: string | null
  payment_method_types: ['card']
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  url: string | null
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  created: number
  currency: string
  description: string | null
  last_payment_error: { code: string; message: string; type: 'card_error' } | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  status: 'processing' | 'succeeded' | 'requires_payment_method'
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: true
  created: number
  currency: string
  livemode: false
  metadata: Metadata
  paid: true
  payment_intent: string
  refunded: boolean
  status: 'succeeded'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  failure_reason?: string
  metadata: Metadata
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed'
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  evidence_details: { due_by: number }
  payment_intent: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

/** What else the payment page needs of a session. */
export interface PayPageNote {
  /** The shop's name of the payment. */
  name: string
  intentMetadata: Metadata
  intentDescription: string | null
  /** What has just happened on the page. */
  notice: string | null
  /** When a delayed payment succeeds automatically, in Unix milliseconds. */
  settlesAt: number | null
}
