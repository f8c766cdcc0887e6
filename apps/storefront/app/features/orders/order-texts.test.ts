import { expect, it } from 'vitest'
import type { Order } from '../../lib/api/order-query.ts'
import { contentsOf, paymentLine, statusLine, sumsOf } from './order-texts.ts'

it.each([
  ['PENDING', 'FAILED', 'Awaiting payment'],
  ['PENDING', 'PROCESSING', 'Your payment is being confirmed.'],
  ['UNPAID', 'PROCESSING', 'Your payment is being confirmed.'],
  ['UNPAID', null, 'Your reservation has ended.'],
  ['PROCESSING', 'PAID', 'Order confirmed. Awaiting shipment.'],
  ['SHIPPED', 'PAID', 'Your order is on its way.'],
  ['DELIVERED', 'PENDING', 'Your order has been delivered.'],
  ['COMPLETED', 'PAID', 'Order completed'],
  ['CANCELLED', 'REFUNDED', 'This order was cancelled.'],
] as const)('an order that is %s with payment %s says: %s', (status, paymentStatus, line) => {
  expect(statusLine({ status, paymentStatus, paymentMethod: null, isPaymentInReview: false })).toBe(
    line,
  )
})

it('says of an order that is cancelled after it was sent that it came back', () => {
  const parcels = [{}] as Order['parcels']
  const unpaid = {
    paymentStatus: 'FAILED',
    paymentMethod: 'COD',
    isPaymentInReview: false,
  } as const
  expect(statusLine({ status: 'CANCELLED', ...unpaid, parcels })).toBe(
    'This order was cancelled: it came back to us.',
  )
})

it('has a row for delivery unless it belongs to the order that was changed', () => {
  const deliveryOf = (order: Partial<Order>) => sumsOf(order as Order).delivery
  const supplementOf = { id: 'one', orderNumber: 'SV100001' } as NonNullable<Order['supplementOf']>
  expect(deliveryOf({ supplementOf: null, shippingFee: 0 })).toBe(0)
  expect(deliveryOf({ supplementOf, shippingFee: 0 })).toBeNull()
  expect(deliveryOf({ supplementOf, shippingFee: 10 })).toBe(10)
})

it('does not call a payment under review confirmed', () => {
  const order = {
    status: 'PENDING',
    totalAmount: 120,
    paymentMethod: 'USDT',
    paymentStatus: 'PROCESSING',
    isPaymentInReview: true,
  } as const
  const short = 'Not all of your payment came in time.'
  expect(statusLine(order)).toBe(short)
  expect(statusLine({ ...order, status: 'UNPAID' })).toBe(short)
  expect(statusLine({ ...order, paymentMethod: 'STRIPE' })).toBe(
    'The amount received differs from the total.',
  )
  expect(paymentLine(order, 'USDT')).toBe('USDT, being looked into')
})

it.each([
  ['STRIPE', 'PAID', 'Card, paid'],
  ['STRIPE', 'PARTIALLY_REFUNDED', 'Card, paid back in part'],
  ['STRIPE', 'PENDING', null],
  ['STRIPE', 'FAILED', null],
  ['COD', 'PENDING', 'Card, to the courier'],
  [null, null, null],
] as const)('an order paid by %s that is %s says: %s', (paymentMethod, paymentStatus, line) => {
  const paid = { totalAmount: 120, paymentMethod, paymentStatus, isPaymentInReview: false }
  const order = { status: 'PROCESSING', ...paid } as const
  expect(paymentLine(order, paymentMethod && 'Card')).toBe(line)
})

it('shows no payment for a free order', () => {
  const paid = { paymentMethod: 'STRIPE', paymentStatus: 'PAID', isPaymentInReview: false } as const
  const order = { totalAmount: 0, ...paid }
  expect(paymentLine({ status: 'PROCESSING', ...order }, 'Card')).toBe('Nothing to pay')
  expect(paymentLine({ status: 'CANCELLED', ...order }, 'Card')).toBe('Nothing to pay')
})

it.each([
  ['PAID', 'Card, being paid back'],
  ['PARTIALLY_REFUNDED', 'Card, being paid back'],
  ['REFUNDED', 'Card, paid back'],
  ['FAILED', null],
] as const)('a cancelled order with payment %s says: %s', (paymentStatus, line) => {
  const paid = { paymentMethod: 'STRIPE', paymentStatus, isPaymentInReview: false } as const
  const order = { totalAmount: 120, ...paid }
  expect(paymentLine({ status: 'CANCELLED', ...order }, 'Card')).toBe(line)
})

it('names the options of what is in a parcel, so that two sizes of one shoe differ', () => {
  const item = (variantId: string, attributeValues: Record<string, string>) => ({
    variantId,
    productName: 'Nico Sneaker',
    variant: { attributeValues },
  })
  const items = [
    item('a', { size: '42', color: 'White' }),
    item('b', { size: '43' }),
    item('c', {}),
  ]
  const sent = [
    { variantId: 'a', quantity: 1 },
    { variantId: 'b', quantity: 2 },
    { variantId: 'c', quantity: 1 },
  ]
  expect(contentsOf({ items: sent }, { items } as unknown as Order)).toBe(
    'Nico Sneaker (White, 42), Nico Sneaker (43) × 2, Nico Sneaker',
  )
})
