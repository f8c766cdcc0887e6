import type { StaffOrder } from '@solvane/contract/orders.admin'
import { expect, test } from 'vitest'
import { timelineOf } from './order-timeline.tsx'
import { linesToSend, refundOnCancelling, sentLines } from './order-words.tsx'

const line = (variantId: string, quantity: number) => ({ variantId, quantity })
const parcel = (
  id: string | null,
  sentAt: string,
  number: string,
  items: { variantId: string; quantity: number }[],
) => ({ id, carrier: 'DHL', number, url: null, sentAt, items })

/** An order of three bags and a belt, of which two parcels are sent. */
const order = {
  lines: [line('bag', 3), line('belt', 1)],
  parcels: [
    parcel('one', '2026-03-01T10:00:00.000Z', 'A1', [line('bag', 1)]),
    parcel('two', '2026-03-02T10:00:00.000Z', 'B2', [line('bag', 1), line('belt', 1)]),
  ],
  transitions: [],
  corrections: [],
  edits: [],
  payments: [],
} as unknown as StaffOrder

test('lines say how many of their units are sent, and what is left', () => {
  expect(sentLines(order).map(({ variantId, sent, left }) => [variantId, sent, left])).toEqual([
    ['bag', 2, 1],
    ['belt', 1, 0],
  ])
  expect(linesToSend(order).map(({ variantId, left }) => [variantId, left])).toEqual([['bag', 1]])
})

test('the refund of a cancelled order names its paid supplementary orders', () => {
  const supplement = (orderNumber: string, status: string) => ({ orderNumber, status })
  const payment = { captured: 400, refunds: [], refundable: 400, isRefundedByProvider: true }
  const supplements = [supplement('SOL-2', 'COMPLETED'), supplement('SOL-3', 'PENDING')]
  const refunded = (change: object) =>
    refundOnCancelling({
      ...order,
      supplements: [],
      supplementAmount: 0,
      ...change,
    } as unknown as StaffOrder)
  expect(refunded({})).toBe('No payment has to be refunded.')
  expect(refunded({ supplements, supplementAmount: 150 })).toBe(
    'What is left of the payment of SOL-2 is refunded.',
  )
  expect(refunded({ payments: [payment], supplements, supplementAmount: 150 })).toBe(
    '$400.00 is refunded to the original payment method. What is left of the payment of SOL-2 is refunded.',
  )
  // Its payment went back with a change of the order.
  expect(refunded({ supplements, supplementAmount: 0 })).toBe('No payment has to be refunded.')
})

test('the timeline has every parcel with its units and number, also the one that completes the order', () => {
  const transition = {
    from: 'PROCESSING',
    to: 'SHIPPED',
    actor: 'STAFF',
    by: null,
    reason: 'Dispatched',
    at: '2026-03-03T10:00:00.000Z',
  } as const
  const shipped = {
    ...order,
    transitions: [transition],
    parcels: [...order.parcels, parcel(null, transition.at, 'C3', [line('bag', 1)])],
  }
  expect(timelineOf(shipped).map(({ what, why }) => [what, why])).toEqual([
    ['Parcel 1 sent', '1 unit with DHL, number A1'],
    ['Parcel 2 sent', '2 units with DHL, number B2'],
    ['Shipped', 'Staff: Dispatched'],
    ['Parcel 3 sent', '1 unit with DHL, number C3'],
  ])
})
