import { cleanMessage } from '@solvane/contract/chat-text'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import { type Leaf, typeOf, writableLeaves } from './contract-fields.ts'
import { naming, unseen } from './stored-xss/attacks.ts'

const leaves = writableLeaves()
const ofType = (type: string) => leaves.filter((leaf) => typeOf(leaf) === type)
const takes = ({ schema }: Leaf, value: unknown) => safeParse(schema, value).success

test('every writable field is covered', () => {
  expect(ofType('string').length).toBeGreaterThan(150)
  expect(ofType('number').length).toBeGreaterThan(25)
})

/** A body may be even longer. */
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
/**
 * Processor time, however busy the machine is: far more than any of them needs, but hardly
 * noticeable.
 */
const mostMicroseconds = 200_000

describe.each(ofType('string'))('the text $path', (leaf) => {
  test('is parsed or rejected quickly, however long it is', () => {
    for (const [title, text] of Object.entries(tedious)) {
      const since = process.threadCpuUsage()
      takes(leaf, text)
      expect(process.threadCpuUsage(since).user, title).toBeLessThan(mostMicroseconds)
    }
  })
})

test.each(ofType('number'))('the number $path is one that can be counted', (leaf) => {
  for (const number of [
    5e-324,
    1e-9,
    1e-7,
    -5e-324,
    1e21,
    -1e21,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])
    expect(takes(leaf, number), String(number)).toBe(false)
})

test.each(ofType('object'))('$path takes no field that the contract does not name', (leaf) => {
  const { catchall } = (leaf.schema as z.ZodObject).def
  // Extra fields of events are dropped, as specified; those of endpoints are rejected.
  const kind = leaf.path.includes(':') ? ['never', undefined] : ['never']
  expect(kind).toContain(catchall?._zod.def.type)
})

/** Invisible characters, and those that reverse the text around them. */
const unseenSigns = /(?![\n\r\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

test.each(ofType('string').filter(({ path }) => !(path in unseen) && !naming.test(path)))(
  '$path keeps no sign that turns the text around it, and no character that shows nothing',
  ({ path, schema }) => {
    for (const text of ['a\u202etxt.exe', '+1 \u2066212\u2069', 'a\u0000b', 'a\u001bb']) {
      const { data, success } = safeParse(schema, text)
      // Chat messages are cleaned when they are stored, not rejected.
      const kept = path.endsWith(':sendMessage.content') ? cleanMessage(text) : data
      if (success) expect(kept).not.toMatch(unseenSigns)
    }
  },
)

test.each(ofType('string').filter(({ path }) => /link$|url$/i.test(path)))(
  '$path leads into the shop, or elsewhere by https, as it says',
  (leaf) => {
    for (const address of [
      'javascript:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x',
      'vbscript:x', 'blob:x', 'file:///etc/passwd', 'http://attack.example', '//attack.example', '/\\attack.example', '\\\\attack.example',
      '/\t/attack.example', 'https:attack.example', 'https:/attack.example', 'https://shop.example@attack.example', 'https://a:b@attack.example',
      'https://attack.example/"onmouseover="x', 'https://attack.example/<b>', '/a"onmouseover="x', 'https://', 'attack.example', '{contactUrl}x',
      'https://attack.example/ b', 'https://attack.example/\nb', 'mailto:a@b.example', 'https://attack.example/\u202eb',
    ])
      expect(takes(leaf, address), address).toBe(false)
    expect(takes(leaf, 'https://carrier.example/track?number=1&by=2#here')).toBe(true)
  },
) // biome-ignore format: one list of addresses
