import { expect, it } from 'vitest'
import { inWords } from './words.tsx'

it.each([
  ['changeStaffRole', 'Change staff role'],
  ['order-shipped', 'Order shipped'],
  ['ALREADY_STAFF', 'Already staff'],
  ['id', 'Id'],
])('writes %s as text', (name, words) => {
  expect(inWords(name)).toBe(words)
})
