import type { EndpointInput, EndpointOutput } from '@solvane/client/api'

export type PaymentMethod = EndpointInput<'initiatePayment'>['body']['paymentMethod']
type PaymentStatus = EndpointOutput<'getPaymentStatus'>['data']['status']

/** What paying says (spec sections 4 and 8), word for word. */
export const paymentMessages = {
  ready: 'Your payment page is ready',
  initiateFailed: 'Failed to initiate payment.',
} as const

/** The ways to pay as a shopper knows them. */
export const methodTexts: Record<PaymentMethod | 'MANUAL', { name: string; hint: string }> = {
  STRIPE: { name: 'Card', hint: 'Credit and debit cards, and the wallet of your phone.' },
  PAYPAL: { name: 'PayPal', hint: 'With your PayPal account.' },
  USDT: { name: 'USDT', hint: 'A transfer of dollar tokens from a wallet of your own.' },
  COD: { name: 'Cash on delivery', hint: 'You pay the courier at your door.' },
  MANUAL: { name: 'Bank transfer', hint: '' },
}

/** The ways to pay that are not open for an order, each with why. */
export type ClosedMethods = EndpointOutput<'getMyOrder'>['data']['closedPaymentMethods']

/** The method to begin with: the one chosen before, if it is open, else the first that is; null when none is. */
export function methodChoice(
  offered: readonly PaymentMethod[],
  chosen: PaymentMethod,
  closed: ClosedMethods,
): PaymentMethod | null {
  const open = offered.filter(
    (method) => !closed.some(({ paymentMethod }) => paymentMethod === method),
  )
  return open.includes(chosen) ? chosen : (open[0] ?? null)
}

/** Names in a row: `card, PayPal, USDT or cash on delivery`. */
export function methodList(offered: readonly PaymentMethod[]): string {
  const names = offered.map((method) => {
    const { name } = methodTexts[method]
    return method === 'STRIPE' || method === 'COD' ? name.toLowerCase() : name
  })
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

/** Whether nothing more is to be waited for in an attempt (decision O5). */
export function isSettled(attempt: { status: PaymentStatus; orderStatus: string }): boolean {
  return (
    attempt.orderStatus === 'CANCELLED' ||
    !(attempt.status === 'PENDING' || attempt.status === 'PROCESSING')
  )
}
