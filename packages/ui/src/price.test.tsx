import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatMoney, Price } from './price.tsx'

const spoken = (html: string) => html.replace(/<[^>]+>/g, '')

test.each([
  [1290, '$1,290.00'],
  [15.99, '$15.99'],
  [0.5, '$0.50'],
  [9800, '$9,800.00'],
  [0, '$0.00'],
  [1.1, '$1.10'],
  [999.99, '$999.99'],
  [1_234_567.89, '$1,234,567.89'],
  [-12.5, '-$12.50'],
])('%d dollars are formatted as %s', (amount, text) => {
  expect(formatMoney(amount)).toBe(text)
})

test('a sale strikes through the normal price, and names both for assistive technology', () => {
  const html = renderToStaticMarkup(<Price price={2450} salePrice={1960} />)
  expect(html).toMatch(/<s [^>]*>\$2,450\.00<\/s>/)
  expect(spoken(html)).toBe('Price before the sale: $2,450.00. Price now: $1,960.00')
})

test('without a sale there is one price', () => {
  expect(spoken(renderToStaticMarkup(<Price price={2450} salePrice={null} />))).toBe('$2,450.00')
})

test('the lowest of several prices starts with "From"', () => {
  expect(spoken(renderToStaticMarkup(<Price price={190} isFrom />))).toBe('From $190.00')
})
