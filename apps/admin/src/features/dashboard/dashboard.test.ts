import { expect, it } from 'vitest'
import { changeOf } from './dashboard.tsx'

it.each([
  [150, 100, '+50%'],
  [50, 100, '-50%'],
  [0, 100, '-100%'],
  [100, 0, 'New'],
  [0, 0, 'No change'],
])('%d after %d is %s', (now, before, words) => {
  expect(changeOf(now, before)).toBe(words)
})
