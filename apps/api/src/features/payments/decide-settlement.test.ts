import { paymentStatuses } from '@solvane/contract/payments'
import { describe, expect, it } from 'vitest'
import type { PaymentRow } from './payments.queries.ts'
import { mayFollow } from './payments.ts'
import type { ProviderStatus } from './provider.ts'
import { decideSettlement } from './settle-payment.ts'

const attempt: PaymentRow = {
  id: 'a',
  order_id: 'o',
  attempt: 1,
  method: 'STRIPE',
  status: 'PENDING',
  amount_cents: 1_000,
  provider_ref: 'cs_1',
  approval_url: null,
  capture_ref: null,
  captured_cents: 0,
  refunded_cents: 0,
  expires_at: null,
  failure: null,
  review: null,
  is_superseded: false,
  created_at: new Date(0),
  asked_at: null,
  unreached_since: null,
  settled_at: null,
}
const paid: ProviderStatus = {
  status: 'PAID',
  reason: 'Paid',
  captured: { cents: 1_000, currency: 'USD', ref: 'pi_1' },
}
const says = (status: ProviderStatus['status']): ProviderStatus => ({
  status,
  reason: 'So it is',
})

describe('states of an attempt', () => {
  it.each(paymentStatuses)('from %s never lead back to PENDING', (from) => {
    expect(mayFollow(from, 'PENDING')).toBe(false)
  })

  it.each(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const)(
    'stay %s whatever is received later',
    (status) => {
      const settled = { ...attempt, status, captured_cents: 1_000 }
      for (const providerStatus of [says('PENDING'), says('PROCESSING'), says('FAILED'), paid])
        expect(decideSettlement(settled, [], providerStatus)).toEqual({
          change: null,
          refundsRemainder: false,
        })
    },
  )

  it('FAILED is left for money that is there, and for nothing else', () => {
    const failed: PaymentRow = { ...attempt, status: 'FAILED', failure: 'Too late' }
    expect(decideSettlement(failed, [], says('PROCESSING')).change).toBeNull()
    expect(decideSettlement(failed, [], says('PENDING')).change).toBeNull()
    expect(decideSettlement(failed, [], paid).change).toMatchObject({
      status: 'PAID',
      failure: null,
    })
  })

  it('PROCESSING is not left for PENDING', () => {
    const waiting: PaymentRow = { ...attempt, status: 'PROCESSING' }
    expect(decideSettlement(waiting, [], says('PENDING')).change).toBeNull()
    expect(decideSettlement(waiting, [], says('FAILED')).change).toMatchObject({ status: 'FAILED' })
  })
})

describe('money', () => {
  it('that is what is due pays', () => {
    expect(decideSettlement(attempt, [], paid)).toEqual({
      change: {
        status: 'PAID',
        captured_cents: 1_000,
        capture_ref: 'pi_1',
        failure: null,
        review: null,
      },
      refundsRemainder: false,
    })
  })

  it.each([
    [999, 'USD', '$9.99 received, $10.00 due'],
    [1_001, 'USD', '$10.01 received, $10.00 due'],
    [0, 'USD', '$0.00 received, $10.00 due'],
    [1_000, 'EUR', 'The provider captured EUR instead of USD'],
  ])('of %i cents %s waits for review', (cents, currency, review) => {
    const captured = { cents, currency, ref: 'pi_1' }
    const { change } = decideSettlement(attempt, [], { ...paid, captured })
    expect(change).toMatchObject({ status: 'PROCESSING', review })
    const seen = { ...attempt, ...change }
    expect(decideSettlement(seen, [], { ...paid, captured }).change).toBeNull()
    expect(decideSettlement(seen, [], says('FAILED')).change).toBeNull()
  })

  it('that waits for review pays once staff take it', () => {
    const captured = { cents: 999, currency: 'USD', ref: 'pi_1' }
    const seen = { ...attempt, ...decideSettlement(attempt, [], { ...paid, captured }).change }
    const accepted = { ...paid, captured: { ...captured, isAccepted: true as const } }
    expect(decideSettlement(seen, [], accepted).change).toMatchObject({
      status: 'PAID',
      captured_cents: 999,
      review: null,
    })
  })

  it.each(['PENDING', 'PROCESSING', 'FAILED'] as const)(
    'for an order that is paid already goes back, from %s',
    (status) => {
      const other: PaymentRow = { ...attempt, id: 'b', status: 'PAID' }
      const { change, refundsRemainder } = decideSettlement({ ...attempt, status }, [other], paid)
      expect(refundsRemainder).toBe(true)
      expect(change).toMatchObject({
        captured_cents: 1_000,
        review: 'The order is paid by another attempt',
      })
      expect({ status, ...change }.status).toBe('PROCESSING')
    },
  )

  it('is sufficient if the method says so', () => {
    const isEnough = (due: number, got: number) => got >= due - 10
    const captured = { cents: 995, currency: 'USD', ref: null }
    expect(decideSettlement(attempt, [], { ...paid, captured }, isEnough).change).toMatchObject({
      status: 'PAID',
      captured_cents: 995,
    })
  })
})
