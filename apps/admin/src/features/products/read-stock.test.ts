import { expect, test } from 'vitest'
import { readDeliveryLines, readStock } from './read-stock.ts'

test.each([
  ['12', 12],
  [' 0 ', 0],
  ['+3', 8],
  ['-5', 0],
  ['−2', 3],
  ['-6', Number.NaN],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['1,000', Number.NaN],
  ['1000001', Number.NaN],
  ['a dozen', Number.NaN],
])('with 5 in stock, “%s” means %s', (typed, stock) => {
  expect(readStock(typed, 5)).toBe(stock)
})

test.each([
  ['SKU-1\t3', [['SKU-1', 3]]],
  [
    'SKU-1,3\nSKU-2;4',
    [
      ['SKU-1', 3],
      ['SKU-2', 4],
    ],
  ],
  ['SKU-1 3', [['SKU-1', 3]]],
  ['"SKU-1","3"', [['SKU-1', 3]]],
  ['porto-loafer/Dark Brown/40\t2', [['porto-loafer/Dark Brown/40', 2]]],
  ['SKU-1\nSKU-1\r\n\nsku-1', [['SKU-1', 3]]],
  ['SKU-1, 2\nSKU-1 5', [['SKU-1', 7]]],
])('the lines %j are read', (typed, lines) => {
  const read = readDeliveryLines(typed)
  expect(read.mistakes).toEqual([])
  expect(read.lines.map(({ code, quantity }) => [code, quantity])).toEqual(lines)
})

test.each(['SKU-1,', 'SKU-1\t0', 'SKU-1,-2', 'SKU-1,1.5', ',3', 'SKU-1,1000001', 'SKU-1,x'])(
  'the line %j is a mistake, and the others are read',
  (mistake) => {
    const read = readDeliveryLines(`SKU-0 1\n${mistake}\nSKU-2 2`)
    expect(read.mistakes).toEqual([{ line: 2, text: mistake }])
    expect(read.lines.map(({ code }) => code)).toEqual(['SKU-0', 'SKU-2'])
  },
)
