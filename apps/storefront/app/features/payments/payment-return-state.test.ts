import { expect, it } from 'vitest'
import { returnStateOf } from './payment-return-state.ts'

it.each([
  ['paid', 'cancelled', { status: 'PROCESSING', paymentStatus: 'PAID' }],
  ['confirming', 'paid', { status: 'PENDING', paymentStatus: 'PENDING' }],
  ['confirming', 'cancelled', { status: 'PENDING', paymentStatus: 'PROCESSING' }],
  ['declined', 'paid', { status: 'PENDING', paymentStatus: 'FAILED' }],
  ['left', 'cancelled', { status: 'PENDING', paymentStatus: 'PENDING' }],
  ['ended', 'paid', { status: 'CANCELLED', paymentStatus: 'REFUNDED' }],
  ['confirming', 'paid', null],
  ['left', 'cancelled', null],
] as const)(
  'is %s when the page was left as %s and the order says %j',
  (returnState, outcome, order) => {
    expect(returnStateOf(order && { isPaymentInReview: false, ...order }, outcome)).toBe(
      returnState,
    )
  },
)

it('does not call a payment under review confirmed', () => {
  const order = { status: 'PENDING', paymentStatus: 'PROCESSING', isPaymentInReview: true } as const
  expect(returnStateOf(order, 'paid')).toBe('inReview')
})
