import { describe, expect, it } from 'vitest'
import {
  type Due,
  isEnough,
  missingUnits,
  readTransfers,
  type SeenTransfer,
  toCents,
  toDecimal,
  toUnits,
} from './transfers.ts'

const due: Due = { cents: 10_000, decimals: 6, symbol: 'USDT', isOver: false }
const transfer = (dollars: number, isConfirmed = true): SeenTransfer => ({
  transactionHash: `0x${dollars}`,
  units: BigInt(dollars * 1_000_000),
  isConfirmed,
})

describe('the transfers to an address', () => {
  it('mean pending before any arrives', () => {
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

describe('cents and units', () => {
  it.each([
    [1, 6, 10_000n],
    [12_345, 6, 123_450_000n],
    [12_345, 18, 123_450_000_000_000_000_000n],
    [2_147_483_647, 18, 21_474_836_470_000_000_000_000_000n],
    [99, 2, 99n],
  ])('%i cents of a token with %i decimals are %i units', (cents, decimals, units) => {
    expect(toUnits(cents, decimals)).toBe(units)
    expect(toCents(units, decimals)).toBe(cents)
  })

  it('count whole cents only', () => {
    expect(toCents(19_999n, 6)).toBe(1)
    expect(toCents(9_999n, 6)).toBe(0)
    expect(toCents(10n ** 30n, 6)).toBe(2_147_483_647)
  })
})

describe('a sufficient amount', () => {
  it.each([
    [10_000, 10_000, true],
    [10_000, 10_001, true],
    [10_000, 9_999, true],
    [10_000, 9_998, false],
    [1, 0, false],
  ])('of %i cents due, %i: %s', (due, received, is) => {
    expect(isEnough(due, received)).toBe(is)
  })

  it('leaves nothing missing; a lower one leaves the whole difference', () => {
    expect(missingUnits(100_000_000n, 99_990_000n, 6)).toBe(0n)
    expect(missingUnits(100_000_000n, 99_980_000n, 6)).toBe(20_000n)
    expect(missingUnits(100_000_000n, 100_000_000n, 6)).toBe(0n)
    expect(missingUnits(100_000_000n, 0n, 6)).toBe(100_000_000n)
  })
})

describe('formatted units', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [500_000n, 6, '0.5'],
    [120_000_000n, 6, '120'],
    [123_450_000n, 6, '123.45'],
    [10n ** 18n, 18, '1'],
    [12n, 2, '0.12'],
  ])('%i with %i decimals are %s', (units, decimals, text) => {
    expect(toDecimal(units, decimals)).toBe(text)
  })
})
