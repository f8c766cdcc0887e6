import type { ProductCard } from '@solvane/contract/catalog'
import { expect, test, vi } from 'vitest'
import { nextPage, reportOnce, resultsHeading } from './search-results.ts'

function page(ids: string[], total: number) {
  return { data: ids.map((id) => ({ id }) as ProductCard), total }
}

test('a next page exists while fewer products are loaded than found', () => {
  expect(nextPage([page(['a', 'b'], 3)])).toBe(2)
  expect(nextPage([page(['a', 'b'], 3), page(['c'], 3)])).toBeUndefined()
})

test('an empty page is the last, whatever its total', () => {
  expect(nextPage([page([], 3)])).toBeUndefined()
})

test('the heading shows the number of results', () => {
  expect(resultsHeading(24)).toBe('24 Search Results')
  expect(resultsHeading(1)).toBe('1 Search Result')
  expect(resultsHeading(1204)).toBe('1,204 Search Results')
  expect(resultsHeading(10_000)).toBe('10,000 Search Results')
  expect(resultsHeading(10_001)).toBe('10,000+ Search Results')
})

test('a search without results is reported once a page, in whatever case', () => {
  const report = vi.fn<(search: string) => void>()
  for (const search of ['Brolly', 'brolly', 'parasol', 'brolly']) reportOnce(search, report)
  expect(report.mock.calls).toEqual([['Brolly'], ['parasol']])
})
