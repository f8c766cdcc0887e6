import { expect, it } from 'vitest'
import { tokenAmount, usdtStage } from './usdt-page.tsx'

it.each([
  ['PENDING', '0', '120.50', 'waiting'],
  ['PENDING', '100', '20.50', 'short'],
  ['PROCESSING', '100', '20.5', 'short'],
  ['PROCESSING', '120.50', '0', 'confirming'],
  ['PAID', '120.50', '0', 'paid'],
  ['FAILED', '0', '120.50', 'over'],
  ['REFUNDED', '120.50', '0', 'returned'],
] as const)('%s with %s received and %s missing is %s', (status, received, missing, stage) => {
  const payment = { status, amountReceived: received, amountMissing: missing }
  expect(usdtStage(payment, { isOver: false })).toBe(stage)
})

it.each([
  ['PENDING', '0', '120.50', 'over'],
  ['PROCESSING', '100', '20.50', 'late'],
  ['PROCESSING', '120.50', '0', 'confirming'],
  ['PAID', '120.50', '0', 'paid'],
] as const)(
  'once the time is over, %s with %s received and %s missing is %s',
  (status, received, missing, stage) => {
    const payment = { status, amountReceived: received, amountMissing: missing }
    expect(usdtStage(payment, { isOver: true })).toBe(stage)
  },
)

it.each([
  ['120', '120.00'],
  ['120.500000', '120.50'],
  ['0.000001', '0.000001'],
])('%s is shown as %s', (amount, shown) => {
  expect(tokenAmount(amount)).toBe(shown)
})
