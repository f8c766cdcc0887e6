import { expect, test } from 'vitest'
import { newCoupon, readValues } from './coupon-values.ts'

const filled = { ...newCoupon, code: 'SPRING', name: 'Spring', discountValue: '12.50' }

test('typed numbers are parsed, empty fields are null', () => {
  expect(readValues({ ...filled, minimumAmount: '', customerLimit: '1' })).toEqual({
    input: {
      code: 'SPRING',
      name: 'Spring',
      discountType: 'PERCENTAGE',
      discountValue: 12.5,
      minimumAmount: 0,
      validFrom: null,
      validUntil: null,
      totalLimit: null,
      customerLimit: 1,
      isListed: true,
    },
  })
})

test.each([
  ['code', { code: 'TWO WORDS' }],
  ['name', { name: ' ' }],
  ['discountValue', { discountValue: '' }],
  ['discountValue', { discountValue: '100.01' }],
  ['discountValue', { discountValue: '1.005' }],
  ['validUntil', { validFrom: '2026-02-01T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' }],
  ['customerLimit', { customerLimit: '0' }],
])('an error in %s is reported for that field', (field, change) => {
  const read = readValues({ ...filled, ...change })
  expect('errors' in read && Object.keys(read.errors)).toEqual([field])
})
