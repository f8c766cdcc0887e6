import { expect, it } from 'vitest'
import { readInput } from './read-input.ts'

it('reads what was sent line by line, in words', () => {
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

it('has nothing to say of a call that was sent nothing', () => {
  expect(readInput({ body: {}, query: undefined })).toEqual([])
})
