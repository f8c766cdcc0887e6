import { expect, it } from 'vitest'
import { readInput } from './audit-list.tsx'

it('reads the input of a request as lines of text', () => {
  const input = {
    params: { orderId: 'a1' },
    body: {
      reason: 'A scratch',
      isUrgent: false,
      carrier: null,
      tags: ['new', 'late'],
      lines: [{ variantId: 'v1', quantity: 2 }],
    },
  }
  expect(readInput(input)).toEqual([
    ['Order id', 'a1'],
    ['Reason', 'A scratch'],
    ['Is urgent', 'No'],
    ['Tags', 'new, late'],
    ['Lines › 1. › Variant id', 'v1'],
    ['Lines › 1. › Quantity', '2'],
  ])
})

it('has no lines for an empty input', () => {
  expect(readInput({ body: {}, query: undefined })).toEqual([])
})
