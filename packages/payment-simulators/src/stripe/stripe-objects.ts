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

/** Further data of a session for the payment page. */
export interface PayPageNote {
  /** The shop's name of the payment. */
  name: string
  intentMetadata: Metadata
  intentDescription: string | null
  /** A message about the last choice on the page. */
  notice: string | null
  /** When a delayed payment succeeds automatically, in Unix milliseconds. */
  settlesAt: number | null
}

/** A rejected request, with Stripe's message. */
export class StripeRejection extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(
    status: number,
    message: string,
    {
      type = 'invalid_request_error',
      code,
      param,
    }: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
  }
}

type Fields = Record<string, unknown>

const halfAnHour = 30 * 60
const aDay = 24 * 60 * 60
/** Stripe's minimum amount. */
const leastCents = 50

/**
 * Creates a session from a request's parameters, without its id. Throws for what Stripe rejects.
 */
export function parseSession(
  fields: Fields,
  now: Date,
): { session: Omit<Session, 'id' | 'url'>; note: PayPageNote } {
  const created = Math.floor(now.getTime() / 1000)
  const items = Object.values((fields.line_items ?? {}) as Fields).map(parseItem)
  const currency = items[0]?.currency
  if (fields.mode !== 'payment') reject('mode', 'Only payments are simulated.')
  if (!currency || items.some((item) => item.currency !== currency))
    reject('line_items', 'All line items must have one currency.')
  const total = items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
  if (total < leastCents)
    reject(
      'line_items',
      `The Checkout Session's total amount due must add up to at least $0.50 usd`,
    )
  const expiresAt = Number(fields.expires_at ?? created + aDay)
  if (
    !Number.isInteger(expiresAt) ||
    expiresAt < created + halfAnHour ||
    expiresAt > created + aDay
  )
    reject(
      'expires_at',
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    )
  const email = fields.customer_email
  if (email !== undefined && !/^[\w.+%-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}$/i.test(String(email)))
    throw new StripeRejection(400, `Invalid email address: ${email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    })
  const intent = (fields.payment_intent_data ?? {}) as Fields
  return {
    session: {
      object: 'checkout.session',
      amount_subtotal: total,
      amount_total: total,
      cancel_url: address(fields, 'cancel_url'),
      client_reference_id: fields.client_reference_id ? String(fields.client_reference_id) : null,
      created,
      currency: currency ?? '',
      customer_email: email ? String(email) : null,
      expires_at: expiresAt,
      livemode: false,
      metadata: (fields.metadata ?? {}) as Record<string, string>,
      mode: 'payment',
      payment_intent: null,
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      status: 'open',
      success_url: address(fields, 'success_url'),
    },
    note: {
      name: items.map(({ name }) => name).join(', '),
      intentMetadata: (intent.metadata ?? {}) as Record<string, string>,
      intentDescription: intent.description ? String(intent.description) : null,
      notice: null,
      settlesAt: null,
    },
  }
}

function parseItem(item: unknown) {
  const { quantity, price_data } = item as { quantity?: string; price_data?: Fields }
  const { currency, unit_amount, product_data } = price_data ?? {}
  const cents = Number(unit_amount)
  const count = Number(quantity)
  if (!Number.isInteger(cents) || cents < 0) reject('line_items', 'Invalid integer: unit_amount')
  if (!Number.isInteger(count) || count < 1) reject('line_items', 'Invalid integer: quantity')
  const { name } = (product_data ?? {}) as { name?: string }
  if (!name)
    reject('line_items', 'Missing required param: line_items[0][price_data][product_data][name].')
  return { cents, quantity: count, currency: String(currency), name }
}

function address(fields: Fields, param: string): string {
  const value = String(fields[param] ?? '')
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) reject(param, 'Not a valid URL')
  return value
}

function reject(param: string, message: string): never {
  throw new StripeRejection(400, message, { param })
}
