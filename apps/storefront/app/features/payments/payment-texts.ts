import type { EndpointOutput } from '@solvane/client/api'
import { type PaymentMethod, paymentMethodTexts } from '@solvane/contract/payment-methods'

type PaymentStatus = EndpointOutput<'getPaymentStatus'>['data']['status']

/** Texts of the payment (spec sections 4 and 8), word for word. */
export const paymentMessages = {
  ready: 'Your payment page is ready',
  initiateFailed: 'Failed to initiate payment.',
} as const

/** The name for shoppers of how an order is paid. */
export function methodName(method: PaymentMethod | 'MANUAL'): string {
  return method === 'MANUAL' ? 'Bank transfer' : paymentMethodTexts[method].name
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
    const name = methodName(method)
    return method === 'STRIPE' || method === 'COD' ? name.toLowerCase() : name
  })
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

/** Whether an attempt needs no more polling. */
export function isSettled(attempt: { status: PaymentStatus; orderStatus: string }): boolean {
  return (
    attempt.orderStatus === 'CANCELLED' ||
    !(attempt.status === 'PENDING' || attempt.status === 'PROCESSING')
  )
}

/** The text while USDT is being confirmed, of which a part may be missing. */
export const usdtConfirming =
  'It can take a few minutes. The payment page shows what has arrived and what is missing.'
