import type { EndpointInput, EndpointOutput } from '@solvane/client/api'

export type PaymentMethod = EndpointInput<'initiatePayment'>['body']['paymentMethod']
type PaymentStatus = EndpointOutput<'getPaymentStatus'>['data']['status']

/** Texts of the payment (spec sections 4 and 8), word for word. */
export const paymentMessages = {
  ready: 'Your payment page is ready',
  initiateFailed: 'Failed to initiate payment.',
} as const

/** The names of the payment methods for shoppers. */
export const methodTexts: Record<PaymentMethod | 'MANUAL', { name: string; hint: string }> = {
  STRIPE: { name: 'Card', hint: 'Credit and debit cards, and the wallet of your phone.' },
  PAYPAL: { name: 'PayPal', hint: 'With your PayPal account.' },
  USDT: { name: 'USDT', hint: 'A transfer of dollar tokens from a wallet of your own.' },
  COD: { name: 'Cash on delivery', hint: 'You pay the courier at your door.' },
  MANUAL: { name: 'Bank transfer', hint: '' },
}

/** The payment methods that are closed for an order, each with its reason. */
export type ClosedMethods = EndpointOutput<'getMyOrder'>['data']['closedPaymentMethods']

/** The preselected method: the earlier choice if it is open, else the first open one; null when none is. */
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

/** The names as a list: `card, PayPal, USDT or cash on delivery`. */
export function methodList(offered: readonly PaymentMethod[]): string {
  const names = offered.map((method) => {
    const { name } = methodTexts[method]
    return method === 'STRIPE' || method === 'COD' ? name.toLowerCase() : name
  })
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

/** Whether an attempt needs no more polling (decision O5). */
export function isSettled(attempt: { status: PaymentStatus; orderStatus: string }): boolean {
  return (
    attempt.orderStatus === 'CANCELLED' ||
    !(attempt.status === 'PENDING' || attempt.status === 'PROCESSING')
  )
}
