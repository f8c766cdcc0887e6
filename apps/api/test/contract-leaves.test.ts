import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import { type Leaf, typeOf, writableLeaves } from './contract-leaves.ts'

const leaves = writableLeaves()
const ofType = (type: string) => leaves.filter((leaf) => typeOf(leaf) === type)
const takes = ({ schema }: Leaf, value: unknown) => safeParse(schema, value).success

test('everything that can be written is looked into', () => {
  expect(ofType('string').length).toBeGreaterThan(150)
  expect(ofType('number').length).toBeGreaterThan(25)
})

/** A body may be longer still. */
const length = 100_000
const tedious = {
  'dots within an address': `a@${'.'.repeat(length)}@`,
  'letters and hyphens': `${'a-'.repeat(length / 2)}!`,
  digits: `${'1'.repeat(length)}!`,
  blanks: `a${' '.repeat(length)}a!`,
  'nothing but blanks': ' '.repeat(length),
  braces: '{'.repeat(length),
  'an address': `https://${'a.'.repeat(length / 2)}`,
  'halves of characters': '\ud800'.repeat(length),
}
/** Of the processor, however busy the machine is: far more than any of them takes, less than is noticed. */
const mostMicroseconds = 200_000

describe.each(ofType('string'))('the text $path', (leaf) => {
  test('is read or refused at once, however long it is', () => {
    for (const [title, text] of Object.entries(tedious)) {
      const since = process.threadCpuUsage()
      takes(leaf, text)
      expect(process.threadCpuUsage(since).user, title).toBeLessThan(mostMicroseconds)
    }
  })
})

test.each(ofType('number'))('the number $path is one that can be counted', (leaf) => {
  for (const number of [5e-324, 1e-9, 1e-7, -5e-324, 1e21, -1e21, 1e300, Number.NaN, Number.POSITIVE_INFINITY])
    expect(takes(leaf, number), String(number)).toBe(false)
}) // biome-ignore format: one list of numbers

test.each(ofType('object'))('$path takes no field that the contract does not name', (leaf) => {
  const { catchall } = (leaf.schema as z.ZodObject).def
  // Events are the spec's: what else comes along with them is dropped. Of calls it is refused.
  const kind = leaf.path.includes(':') ? ['never', undefined] : ['never']
  expect(kind).toContain(catchall?._zod.def.type)
})
