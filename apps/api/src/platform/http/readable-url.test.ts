import { expect, test } from 'vitest'
import { readableUrl } from './request-parsing.ts'

test.each([
  ['/%ff', '/%25ff'],
  ['http://elsewhere.example/a?b=%ff', '/a?b=%ff'],
  ['https://elsewhere.example', '/'],
  ['HTTP://user@elsewhere.example:80?b=1', '/?b=1'],
  ['/a%2/%20b?c=%ff', '/a%252/%2520b?c=%ff'],
])('%s becomes %s', (url, readable) => {
  expect(readableUrl({ url })).toBe(readable)
})

test.each(['/', '/caf%C3%A9', '/a?b=%ff', '/api/products/%ff'])('%s stays unchanged', (url) => {
  expect(readableUrl({ url })).toBe(url)
})
