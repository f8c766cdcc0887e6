import { describe, expect, it } from 'vitest'
import { appliedFilters } from './listing.tsx'
import {
  listingSearch,
  productsInput,
  readListingQuery,
  readPageNumber,
  withoutFilters,
} from './listing-query.ts'

const read = (search: string) => readListingQuery(new URLSearchParams(search))
const money = (amount: number) => `$${amount}`

describe('the URL of a listing', () => {
  it.each([
    ['says nothing of the usual', '', ''],
    [
      'keeps every filter, in one order',
      '?onSale=true&color=Ink,Rust&priceMax=900&sort=price-asc&sizes=38',
      '?color=Ink%2CRust&sizes=38&priceMax=900&onSale=true&sort=price-asc',
    ],
    ['folds repeated values and parameters', '?color=Ink&color=Ink,Rust', '?color=Ink%2CRust'],
    [
      'keeps a comma within a value',
      '?material=Calfskin%5C%2C+suede%2CFelt&sizes=38%5C%2C5',
      '?sizes=38%5C%2C5&material=Calfskin%5C%2C+suede%2CFelt',
    ],
    [
      'leaves out what makes no sense',
      '?priceMin=abc&priceMax=-1&sort=sideways&inStock=maybe&color=,%00',
      '',
    ],
  ])('%s', (_, search, written) => {
    expect(listingSearch(read(search))).toBe(written)
  })

  it('has a page number from the second page on', () => {
    expect(listingSearch(read('?color=Ink'), 3)).toBe('?color=Ink&page=3')
    expect(listingSearch(read(''), 1)).toBe('')
  })

  it('reads a value with a comma as one', () => {
    const query = read('?material=Calfskin%5C%2C+suede,Felt')
    expect(query.material).toEqual(['Calfskin, suede', 'Felt'])
    expect(productsInput('women', query, 1).query).toMatchObject({
      material: 'Calfskin\\, suede,Felt',
    })
  })

  it.each([
    ['', 1],
    ['?page=4', 4],
    ['?page=0', 1],
    ['?page=1.5', 1],
    ['?page=x', 1],
    ['?page=100001', 1],
  ])('requests %j for page %i', (search, page) => {
    expect(readPageNumber(new URLSearchParams(search))).toBe(page)
  })
})

describe('applied filters', () => {
  it('are listed one by one, each with the query without it', () => {
    const query = read(
      '?color=Ink,Rust&sizes=38&priceMin=200&priceMax=900&inStock=true&onSale=true',
    )
    const applied = appliedFilters(query, money)
    expect(applied.map(({ label }) => label)).toEqual([
      'Ink',
      'Rust',
      'Size 38',
      '$200 – $900',
      'In stock',
      'On sale',
    ])
    expect(applied[0]?.without.color).toEqual(['Rust'])
    expect(applied[3]?.without).toMatchObject({ priceMin: null, priceMax: null })
  })

  it.each([
    ['?priceMin=200', 'From $200'],
    ['?priceMax=900', 'Up to $900'],
  ])('show an open price range: %s', (search, label) => {
    expect(appliedFilters(read(search), money)[0]?.label).toBe(label)
  })

  it('can all be cleared without changing the sort order', () => {
    expect(listingSearch(withoutFilters(read('?color=Ink&onSale=true&sort=price-desc')))).toBe(
      '?sort=price-desc',
    )
  })
})
