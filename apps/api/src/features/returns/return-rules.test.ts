import { type ReturnStatus, returnStatuses } from '@solvane/contract/returns'
import { describe, expect, test } from 'vitest'
import {
  endOfDaysAfter,
  isReturnVoid,
  leftOf,
  mayMoveReturn,
  type ReturnActor,
  refundSums,
  shareOf,
} from './return-rules.ts'

describe('the states of a return', () => {
  const allowed: [ReturnStatus, ReturnStatus, ReturnActor][] = [
    ['REQUESTED', 'APPROVED', 'SYSTEM'],
    ['REQUESTED', 'APPROVED', 'STAFF'],
    ['REQUESTED', 'DECLINED', 'STAFF'],
    ['REQUESTED', 'CANCELLED', 'SHOPPER'],
    ['APPROVED', 'IN_TRANSIT', 'SHOPPER'],
    ['APPROVED', 'RECEIVED', 'STAFF'],
    ['APPROVED', 'DECLINED', 'STAFF'],
    ['APPROVED', 'CANCELLED', 'SHOPPER'],
    ['APPROVED', 'CANCELLED', 'STAFF'],
    ['APPROVED', 'CANCELLED', 'SYSTEM'],
    ['IN_TRANSIT', 'RECEIVED', 'STAFF'],
    ['IN_TRANSIT', 'DECLINED', 'STAFF'],
    ['IN_TRANSIT', 'CANCELLED', 'SHOPPER'],
    ['RECEIVED', 'INSPECTED', 'STAFF'],
    ['INSPECTED', 'INSPECTED', 'STAFF'],
    ['INSPECTED', 'REFUNDED', 'STAFF'],
    ['INSPECTED', 'EXCHANGED', 'STAFF'],
    ['INSPECTED', 'SENT_BACK', 'STAFF'],
    ['EXCHANGED', 'REFUNDED', 'STAFF'],
  ]

  test('change only so, and by these', () => {
    const actors: ReturnActor[] = ['SHOPPER', 'STAFF', 'SYSTEM']
    const found = returnStatuses.flatMap((from) =>
      returnStatuses.flatMap((to) =>
        actors
          .filter((actor) => mayMoveReturn(from, to, actor))
          .map((actor) => [from, to, actor].join(' ')),
      ),
    )
    expect(found.toSorted()).toEqual(allowed.map((one) => one.join(' ')).toSorted())
  })

  test('leave the goods with the shopper in three of them', () => {
    expect(returnStatuses.filter(isReturnVoid)).toEqual(['SENT_BACK', 'DECLINED', 'CANCELLED'])
  })
})

describe('the share of a line', () => {
  test.each([
    // quantity and cents of the line, taken by other returns, wanted, share
    ['all units', { quantity: 3, cents: 100 }, [], 3, 100],
    ['one of three', { quantity: 3, cents: 100 }, [], 1, 33],
    ['two of three', { quantity: 3, cents: 100 }, [], 2, 67],
    ['one after one of three', { quantity: 3, cents: 100 }, [{ quantity: 1, cents: 33 }], 1, 34],
    ['the last of three', { quantity: 3, cents: 100 }, [{ quantity: 2, cents: 67 }], 1, 33],
    ['a free unit', { quantity: 2, cents: 0 }, [], 1, 0],
    ['half a cent, rounded up', { quantity: 2, cents: 1 }, [], 1, 1],
    ['the rest of that', { quantity: 2, cents: 1 }, [{ quantity: 1, cents: 1 }], 1, 0],
  ])('%s', (_name, line, taken, quantity, share) => {
    expect(shareOf(leftOf(line, taken), quantity)).toBe(share)
  })

  test('adds up to what was paid, in whatever parts a line comes back', () => {
    for (const cents of [0, 1, 99, 100, 12_345])
      for (let quantity = 1; quantity <= 7; quantity += 1)
        for (let step = 1; step <= quantity; step += 1) {
          let left = { quantity, cents }
          while (left.quantity > 0) {
            const part = Math.min(step, left.quantity)
            const share = shareOf(left, part)
            expect(share).toBeGreaterThanOrEqual(0)
            left = leftOf(left, [{ quantity: part, cents: share }])
          }
          expect(left.cents).toBe(0)
        }
  })
})

test.each([
  ['no fee', { goods: 10_000, feeBp: 0, delivery: 0, refundable: 20_000 }, 0, 10_000],
  ['30 %', { goods: 10_000, feeBp: 3_000, delivery: 0, refundable: 20_000 }, 3_000, 7_000],
  ['45 %', { goods: 12_345, feeBp: 4_500, delivery: 0, refundable: 20_000 }, 5_555, 6_790],
  ['half a cent of fee', { goods: 5, feeBp: 3_000, delivery: 0, refundable: 20_000 }, 2, 3],
  [
    'the delivery, too',
    { goods: 10_000, feeBp: 0, delivery: 1_599, refundable: 20_000 },
    0,
    11_599,
  ],
  [
    'what is left of the payment',
    { goods: 10_000, feeBp: 0, delivery: 0, refundable: 400 },
    0,
    400,
  ],
  [
    'the gift wrapping, too',
    { goods: 10_000, feeBp: 3_000, delivery: 0, wrapping: 2_500, refundable: 20_000 },
    3_000,
    9_500,
  ],
  ['nothing', { goods: 10_000, feeBp: 0, delivery: 0, refundable: 0 }, 0, 0],
])('a refund with %s', (_name, input, fee, amount) => {
  const sums = { wrapping: 0, ...input }
  const { goods, delivery, wrapping } = sums
  expect(refundSums(sums)).toEqual({ goods, delivery, wrapping, fee, amount })
})

test.each([
  ['2026-03-01T09:00:00Z', 3, 'UTC', '2026-03-04T23:59:59.999Z'],
  ['2026-03-01T23:59:59Z', 14, 'UTC', '2026-03-15T23:59:59.999Z'],
  // It is the second already in Tokyo, and summer time begins in New York.
  ['2026-03-01T20:00:00Z', 3, 'Asia/Tokyo', '2026-03-05T14:59:59.999Z'],
  ['2026-03-06T12:00:00Z', 7, 'America/New_York', '2026-03-14T03:59:59.999Z'],
])('the days after %s end with a day of the shop: %i in %s', (at, days, zone, end) => {
  expect(endOfDaysAfter(new Date(at), days, zone).toISOString()).toBe(end)
})
