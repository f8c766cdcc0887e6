import { describe, expect, it } from 'vitest'
import { isSettled, methodChoice, methodList } from './payment-texts.ts'

describe('the preselected method', () => {
  it('is the earlier choice', () => {
    expect(methodChoice(['STRIPE', 'PAYPAL'], 'PAYPAL', [])).toBe('PAYPAL')
  })

  it('is the first offered one when the earlier choice is not offered', () => {
    expect(methodChoice(['PAYPAL', 'COD'], 'STRIPE', [])).toBe('PAYPAL')
    expect(methodChoice([], 'STRIPE', [])).toBeNull()
  })

  it('is never one that is closed for the order', () => {
    const closed = [{ paymentMethod: 'COD', code: 'COD_TOTAL_TOO_HIGH', reason: '' }] as const
    expect(methodChoice(['STRIPE', 'COD'], 'COD', [...closed])).toBe('STRIPE')
    expect(methodChoice(['COD'], 'COD', [...closed])).toBeNull()
  })
})

it('names the methods in a row', () => {
  expect(methodList(['STRIPE', 'PAYPAL', 'COD'])).toBe('card, PayPal, or cash on delivery')
})

describe('an attempt', () => {
  it.each(['PAID', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED'] as const)('ends as %s', (status) => {
    expect(isSettled({ status, orderStatus: 'PENDING' })).toBe(true)
  })

  it.each(['PENDING', 'PROCESSING'] as const)('goes on as %s, unless its order ends', (status) => {
    expect(isSettled({ status, orderStatus: 'PENDING' })).toBe(false)
    expect(isSettled({ status, orderStatus: 'CANCELLED' })).toBe(true)
  })
})
