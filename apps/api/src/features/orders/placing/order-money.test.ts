import { expect, test } from 'vitest'
import { toOrderMoney } from './price-order.ts'

const method = { feeCents: 15_99, freeFromCents: 300_00, weightBands: [] }
const shipping = { method, grams: 0 }
const tenPercent = { type: 'PERCENTAGE', value: 10_00 } as const
const fifty = { type: 'FIXED_AMOUNT', value: 50_00 } as const

test.each([
  ['goods below the threshold pay for shipping', [100_00], null, [100_00, 15_99, 0, 115_99]],
  ['goods at the threshold travel free', [200_00, 100_00], null, [300_00, 0, 0, 300_00]],
  ['a cent below does not', [299_99], null, [299_99, 15_99, 0, 315_98]],
  ['a discount does not take free shipping away', [300_00], tenPercent, [300_00, 0, 30_00, 270_00]],
  ['shipping is never discounted', [20_00], fifty, [20_00, 15_99, 20_00, 15_99]],
  ['nothing costs nothing', [], null, [0, 0, 0, 0]],
])('%s', (_title, lineCents, discount, [itemsCents, shippingCents, discountCents, totalCents]) => {
  expect(toOrderMoney(lineCents, shipping, discount)).toMatchObject({
    itemsCents,
    shippingCents,
    discountCents,
    totalCents,
  })
})

test('the lines’ shares of the discount add up to it', () => {
  const { discountCents, lineDiscounts } = toOrderMoney([33_33, 33_33, 33_35], shipping, tenPercent)
  expect(discountCents).toBe(10_00)
  expect(lineDiscounts).toEqual([3_33, 3_33, 3_34])
})
