import { expect, it } from 'vitest'
import { discountText } from '../../components/order-page.tsx'
import { isSameCode, limitTexts } from './coupon-field.tsx'

it('says what a coupon takes off', () => {
  expect(discountText({ discountType: 'PERCENTAGE', discountValue: 12.5 })).toBe(
    '12.5% off the pieces',
  )
  expect(discountText({ discountType: 'FIXED_AMOUNT', discountValue: 50 })).toBe(
    '$50.00 off the pieces',
  )
})

it('says from how much and until when it counts', () => {
  expect(limitTexts({ minimumAmount: 0, validUntil: null })).toEqual(['No expiration'])
  expect(limitTexts({ minimumAmount: 500, validUntil: '2026-12-31T23:59:59.000Z' })).toEqual([
    'From $500.00',
    'Until 31 December 2026',
  ])
})

it('knows a code however it is written', () => {
  expect(isSameCode('WELCOME10', ' welcome10 ')).toBe(true)
  expect(isSameCode('WELCOME10', 'WELCOME1')).toBe(false)
})
