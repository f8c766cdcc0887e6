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

/** What happens when the order is captured. */
export type Instrument = 'pays' | 'is declined' | 'takes its time'

/** What else the payment page needs of an order. */
export interface PayPageNote {
  returnUrl: string
  cancelUrl: string
  instrument: Instrument
  /** When a delayed payment succeeds automatically, in Unix milliseconds. */
  settlesAt: number | null
}
