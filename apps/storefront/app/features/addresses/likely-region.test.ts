import { expect, test } from 'vitest'
import { likelyRegion } from './likely-region.ts'

test.each([
  ['en-GB', 'GB'],
  ['de-CH', 'CH'],
  ['fr', ''],
  // As some browsers say it where the system names no language.
  ['', ''],
  ['en-US@posix', ''],
  ['C', ''],
])('of the language %j the region is %j', (language, region) => {
  expect(likelyRegion(language)).toBe(region)
})
