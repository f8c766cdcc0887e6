import { expect, it } from 'vitest'
import { discountText } from '../../components/order-page.tsx'
import { isSameCode, limitTexts } from './coupon-field.tsx'

it('describes the discount of a coupon', () => {
  expect(discountText({ discountType: 'PERCENTAGE', discountValue: 12.5 })).toBe(
    '12.5% off the pieces',
  )
  expect(discountText({ discountType: 'FIXED_AMOUNT', discountValue: 50 })).toBe(
    '$50.00 off the pieces',
  )
})

it('describes the minimum amount and the end of a coupon', () => {
  expect(limitTexts({ minimumAmount: 0, validUntil: null })).toEqual(['No expiration'])
  expect(limitTexts({ minimumAmount: 500, validUntil: '2026-12-31T23:59:59.000Z' })).toEqual([
    'From $500.00',
    'Until 31 December 2026',
  ])
})

it('compares codes without case and spaces', () => {
  expect(isSameCode('WELCOME10', ' welcome10 ')).toBe(true)
  expect(isSameCode('WELCOME10', 'WELCOME1')).toBe(false)
})
