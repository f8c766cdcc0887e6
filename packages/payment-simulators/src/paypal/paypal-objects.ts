/** Objects of PayPal's API, with the fields that a shop reads. Amounts are decimal strings. */
export interface Money {
  currency_code: string
  value: string
}

export interface Link {
  href: string
  rel: string
  method: 'GET' | 'POST'
}

export interface Capture {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  status_details?: { reason: string }
  amount: Money
  final_capture: true
  invoice_id?: string
  custom_id?: string
  create_time: string
  update_time: string
  links: Link[]
}

export interface Refund {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  amount: Money
  custom_id?: string
  invoice_id?: string
  create_time: string
  update_time: string
  links: Link[]
}

export interface Dispute {
  dispute_id: string
  create_time: string
  update_time: string
  disputed_transactions: { seller_transaction_id: string; gross_amount: Money }[]
  reason: string
  status: 'WAITING_FOR_SELLER_RESPONSE' | 'RESOLVED'
  dispute_amount: Money
  dispute_outcome?: {
    outcome_code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR'
    amount_refunded?: Money
  }
}

export interface PurchaseUnit {
  reference_id: string
  amount: Money
  custom_id?: string
  invoice_id?: string
  description?: string
  payments?: { captures: Capture[]; refunds?: Refund[] }
}

export interface Order {
  id: string
  intent: 'CAPTURE'
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  purchase_units: [PurchaseUnit]
  create_time: string
  update_time: string
  links: Link[]
}

/** The outcome of a capture of the order. */
export type Instrument = 'pays' | 'is declined' | 'takes its time'

/** Further data of an order for the payment page. */
export interface PayPageNote {
  returnUrl: string
  cancelUrl: string
  instrument: Instrument
  /** When a delayed payment succeeds automatically, in Unix milliseconds. */
  settlesAt: number | null
}

/** A rejected request, with PayPal's name of the error and its reason. */
export class PayPalRejection extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string, description: string) {
    super(description)
    this.status = status
    this.issue = issue
  }
}

/** A rejection of the request's content. */
export function unprocessable(issue: string, description: string): PayPalRejection {
  return new PayPalRejection(422, issue, description)
}

/** The error for an unknown resource. */
export function unknownResource(): PayPalRejection {
  return new PayPalRejection(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
}

/** Checks a refund of an order's capture and returns its amount. Throws for what PayPal rejects. */
export function checkRefund(
  order: Order | undefined,
  amount: Money | undefined,
): { order: Order; capture: Capture; cents: number; isAll: boolean } {
  const payments = order?.purchase_units[0].payments
  const capture = payments?.captures[0]
  if (!order || !capture) throw unknownResource()
  if (capture.status === 'REFUNDED')
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded')
  if (capture.status === 'PENDING' || capture.status === 'DECLINED')
    throw unprocessable('REFUND_NOT_ALLOWED', 'The capture is not completed.')
  const gone = (payments.refunds ?? []).reduce((sum, done) => sum + toCents(done.amount), 0)
  const rest = toCents(capture.amount) - gone
  const cents = amount ? toCents(amount) : rest
  if (cents <= 0 || cents > rest)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    )
  return { order, capture, cents, isAll: cents === rest }
}

function toCents({ value }: Money): number {
  return Math.round(Number(value) * 100)
}
