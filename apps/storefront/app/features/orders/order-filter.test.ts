import { describe, expect, it } from 'vitest'
import {
  activeFilters,
  isReversed,
  noFilter,
  orderInput,
  orderSearch,
  readOrderFilter,
  readOrderPage,
} from './order-filter.ts'

const search = (text: string) => new URLSearchParams(text)
const july = { status: null, createdAtStart: '2026-07-01', createdAtEnd: '2026-07-31' } as const

describe('the URL of My Orders', () => {
  it('reads back what it writes', () => {
    const address = '?status=SHIPPED&createdAtStart=2026-07-01&createdAtEnd=2026-07-31&page=3'
    const filter = readOrderFilter(search(address))
    expect(filter).toEqual({ ...july, status: 'SHIPPED' })
    expect(orderSearch(filter, readOrderPage(search(address)))).toBe(address)
    expect(orderSearch(noFilter)).toBe('')
  })

  it.each([
    'status=LOST',
    'status=toString',
    'createdAtStart=yesterday',
    'createdAtEnd=2026-02-31',
    'createdAtEnd=2026-13-01',
  ])('leaves out %s', (nonsense) => {
    expect(readOrderFilter(search(nonsense))).toEqual(noFilter)
  })

  it.each(['0', '-1', '1.5', 'two', '1000000'])('has no page %s', (page) => {
    expect(readOrderPage(search(`page=${page}`))).toBe(1)
  })
})

it('sends only the active filters', () => {
  expect(orderInput({ ...noFilter, status: 'UNPAID' }, 2)).toEqual({
    query: { page: 2, status: 'UNPAID', createdAtStart: undefined, createdAtEnd: undefined },
  })
})

it('counts each active filter and takes one away at a time', () => {
  expect(activeFilters({ ...july, status: 'PENDING' })).toEqual([
    { label: 'Awaiting payment', without: july },
    { label: 'From 1 July 2026', without: { ...july, status: 'PENDING', createdAtStart: null } },
    { label: 'Until 31 July 2026', without: { ...july, status: 'PENDING', createdAtEnd: null } },
  ])
  expect(activeFilters(noFilter)).toEqual([])
})

it('detects an end date before the start date', () => {
  expect(isReversed(july)).toBe(false)
  expect(isReversed({ ...july, createdAtEnd: '2026-07-01' })).toBe(false)
  expect(isReversed({ ...july, createdAtEnd: '2026-06-30' })).toBe(true)
})
