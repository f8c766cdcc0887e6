import { expect, it } from 'vitest'
import { previewChanges } from './checkout-requests.ts'

const item = { variantId: 'a', name: 'Porto Loafer', unitPrice: 690, isAvailable: true }
const coupon = { code: 'WELCOME10', name: '', discountType: 'PERCENTAGE', discountValue: 10 }
const seen = {
  items: [item],
  shippingFee: 0,
  deliveryMethodId: 'standard',
  couponDiscountAmount: 69,
  finalAmount: 621,
  appliedCouponInfo: coupon,
} as Parameters<typeof previewChanges>[0]

it('lists nothing when nothing has changed', () => {
  expect(previewChanges(seen, seen)).toEqual([])
})

it('lists changed prices, discount, delivery and total', () => {
  const now = {
    ...seen,
    items: [{ ...item, unitPrice: 250 }] as typeof seen.items,
    shippingFee: 15.99,
    couponDiscountAmount: 25,
    finalAmount: 240.99,
  }
  expect(previewChanges(seen, now)).toEqual([
    'Porto Loafer: $250.00 instead of $690.00.',
    'Discount: $25.00 instead of $69.00.',
    'Delivery: $15.99 instead of $0.00.',
    'Total: $240.99 instead of $621.00.',
  ])
})

it('lists no price of delivery once the shop does not deliver to the address', () => {
  const before = { ...seen, shippingFee: 15.99, finalAmount: 636.99 }
  expect(previewChanges(before, { ...seen, deliveryMethodId: null })).toEqual([
    'Total: $621.00 instead of $636.99.',
  ])
})

it('lists a coupon that no longer applies and items that become unavailable or available', () => {
  const { appliedCouponInfo: _, ...without } = seen
  const gone = [{ ...item, isAvailable: false }] as typeof seen.items
  expect(previewChanges(seen, { ...without, items: gone, finalAmount: 0 })).toEqual([
    'Porto Loafer is no longer available.',
    'The coupon WELCOME10 no longer applies.',
    'Total: $0.00 instead of $621.00.',
  ])
  expect(previewChanges({ ...seen, items: gone }, seen)).toEqual([
    'Porto Loafer is available again.',
  ])
})
