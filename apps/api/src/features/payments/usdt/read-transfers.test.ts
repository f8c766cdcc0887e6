import { describe, expect, it } from 'vitest'
import { type Due, readTransfers, type SeenTransfer } from './read-transfers.ts'

const due: Due = { cents: 10_000, decimals: 6, symbol: 'USDT', isOver: false }
const transfer = (dollars: number, isConfirmed = true): SeenTransfer => ({
  transactionHash: `0x${dollars}`,
  units: BigInt(dollars * 1_000_000),
  isConfirmed,
})

describe('the transfers to an address', () => {
  it('mean pending while there are none', () => {
    expect(readTransfers([], due).status).toBe('PENDING')
  })

  it('mean processing until they are confirmed', () => {
    const providerStatus = readTransfers([transfer(100, false)], due)
    expect(providerStatus).toEqual({
      status: 'PROCESSING',
      reason: '100 USDT seen on the chain, 0 confirmed',
    })
  })

  it('pay the due amount once they are', () => {
    expect(readTransfers([transfer(100)], due)).toEqual({
      status: 'PAID',
      reason: '100 USDT confirmed on the chain',
      captured: { cents: 10_000, currency: 'USD', ref: '0x100' },
    })
  })

  it('are added up', () => {
    const first = transfer(60)
    expect(readTransfers([first], due)).toMatchObject({
      status: 'PROCESSING',
      captured: { cents: 6_000 },
    })
    expect(readTransfers([first, transfer(40, false)], due)).toMatchObject({
      status: 'PROCESSING',
      captured: { cents: 6_000 },
    })
    expect(readTransfers([first, transfer(40)], due)).toMatchObject({
      status: 'PAID',
      captured: { cents: 10_000, ref: '0x60' },
    })
  })

  it('need review if they exceed the due amount', () => {
    expect(readTransfers([transfer(112.5)], due)).toMatchObject({
      status: 'PAID',
      captured: { cents: 11_250 },
      review: '$12.50 more than due came',
    })
  })

  it('need review if they are insufficient after the deadline', () => {
    const isOver = true
    expect(readTransfers([transfer(40)], { ...due, isOver }).review).toBe(
      'Only $40.00 came in time',
    )
    expect(readTransfers([transfer(40)], due).review).toBeUndefined()
    expect(
      readTransfers([transfer(40), transfer(60, false)], { ...due, isOver }).review,
    ).toBeUndefined()
  })

  it('count as nothing below a cent', () => {
    expect(readTransfers([{ ...transfer(0), units: 9_999n }], due).status).toBe('PENDING')
  })
})
