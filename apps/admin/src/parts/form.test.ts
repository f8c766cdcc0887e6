import { expect, it } from 'vitest'
import { readAmount } from './form.tsx'

it.each([
  ['12.50', 12.5],
  [' 7 ', 7],
  ['1,250.00', 1250],
  ['$1,050.00', 1050],
  ['$ 12', 12],
  ['1,234,567.89', 1234567.89],
  ['1250.', 1250],
  ['.5', 0.5],
  ['-5', -5],
  ['−5.5', -5.5],
  ['-$5', -5],
  ['', Number.NaN],
  [' ', Number.NaN],
  ['$', Number.NaN],
  ['-', Number.NaN],
  ['.', Number.NaN],
  ['free', Number.NaN],
  // Other notations are rejected rather than guessed.
  ['12,50', Number.NaN],
  ['1.250,00', Number.NaN],
  ['1,25.00', Number.NaN],
  ['1e3', Number.NaN],
  ['€12', Number.NaN],
])('reads %j as the amount %d', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})
