import { expect, test } from 'vitest'
import { isTaxNumber, plainTaxNumber } from './tax-numbers.ts'

test.each([
  ['', ''],
  ['fr 40 303 265 045', 'FR40303265045'],
  ['DE 136.695.976', 'DE136695976'],
  ['ATU12345678', 'ATU12345678'],
  ['NL001234567B01', 'NL001234567B01'],
  ['EL123456789', 'EL123456789'],
  ['ESX1234567L', 'ESX1234567L'],
  ['IE6388047V', 'IE6388047V'],
  ['GB GD 001', 'GBGD001'],
  ['CHE-123.456.788', 'CHE123456788'],
  ['12-3456789', '123456789'],
])('%j is stored as %j', (typed, stored) => {
  expect(plainTaxNumber(typed)).toBe(stored)
  expect(stored === '' || isTaxNumber(stored)).toBe(true)
})

test.each([
  'DE12345',
  'AT12345678',
  'FRIO303265045',
  'NL001234567C01',
  'no',
  '=1+1',
  'x'.repeat(21),
])('%j is rejected', (typed) => {
  expect(isTaxNumber(plainTaxNumber(typed))).toBe(false)
})
