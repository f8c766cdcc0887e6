import { readFile } from 'node:fs/promises'
import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { atActualPasswordCost } from '../../../test/password-cost.ts'
import { hashPassword, isPassword } from './secrets.ts'

atActualPasswordCost()

test('a password is stored as Argon2id with the cost that OWASP recommends', async () => {
  const kept = await hashPassword('a password')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(parseOptions(kept).saltLen).toBe(16)
  expect(await isPassword('a password', kept)).toBe(true)
  expect(await isPassword('A password', kept)).toBe(false)
  expect(await isPassword('a password', null)).toBe(false)
})

test('a flood of sign-ins leaves threads for other work', async () => {
  let done = 0
  const flood = Array.from({ length: 16 }, () => hashPassword('a password').then(() => done++))
  await readFile(new URL(import.meta.url))
  expect(done).toBeLessThan(8)
  await Promise.all(flood)
})

test('a full queue rejects passwords, with the time to wait', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 220 }, () => hashPassword('a password')),
  )
  const rejected = answers.filter((answer) => answer.status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(30)
  expect(rejected[0]?.reason).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfter: 5 },
  })
}, 60_000)
