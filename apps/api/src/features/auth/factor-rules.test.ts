import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import {
  hasFactor,
  isFresh,
  needsFactor,
  plainRecoveryCode,
  stepOfCode,
  waysOf,
} from './factor-rules.ts'

test.each([
  [{ hasTotp: false, hasPasskey: false, recoveryCodesLeft: 0 }, false, ['PASSWORD']],
  // Recovery codes alone are no factor.
  [{ hasTotp: false, hasPasskey: false, recoveryCodesLeft: 10 }, false, ['PASSWORD']],
  [{ hasTotp: true, hasPasskey: false, recoveryCodesLeft: 0 }, true, ['TOTP']],
  [{ hasTotp: true, hasPasskey: false, recoveryCodesLeft: 1 }, true, ['TOTP', 'RECOVERY_CODE']],
  [{ hasTotp: false, hasPasskey: true, recoveryCodesLeft: 0 }, true, ['PASSKEY']],
  [{ hasTotp: true, hasPasskey: true, recoveryCodesLeft: 0 }, true, ['PASSKEY', 'TOTP']],
] as const)('with %o a second factor is %s, and the ways are %o', (factors, has, ways) => {
  expect(hasFactor(factors)).toBe(has)
  expect(waysOf(factors)).toEqual(ways)
})

test.each([
  ['OWNER', true],
  ['MANAGER', true],
  ['SUPPORT', false],
  [null, false],
] as const)('whether %s needs a second factor: %s', (role, needs) => {
  expect(needsFactor(role)).toBe(needs)
})

test.each([
  [null, false],
  [0, true],
  [10 * 60_000, true],
  [10 * 60_000 + 1, false],
])('whether a confirmation of %s ms ago is fresh: %s', (age, isStillFresh) => {
  const now = new Date('2026-11-24T12:00:00Z')
  expect(isFresh(age === null ? null : new Date(now.getTime() - age), now)).toBe(isStillFresh)
})

// RFC 6238, appendix B, for SHA-1, of whose eight digits these are the last six.
const secret = Buffer.from('12345678901234567890')
test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('at %s s the code %s is of step %s', (seconds, code, step) => {
  expect(stepOfCode(secret, code, { now: new Date(seconds * 1000), lastStep: null })).toBe(step)
})

test.each([
  ['one step early', -30, null, true],
  ['one step late', 30, null, true],
  ['two steps early', -60, null, false],
  ['two steps late', 60, null, false],
  ['of a step that was used', 0, 0, false],
  ['of the step after the one that was used', 0, -1, true],
  ['of a step before the one that was used', 0, 1, false],
])('a code %s: accepted is %4$s', (_title, offset, usedStep, isAccepted) => {
  const now = new Date('2026-11-24T12:00:10Z')
  const timestamp = now.getTime() - offset * 1000
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })
  const lastStep = usedStep === null ? null : totp.counter({ timestamp }) + usedStep
  const step = stepOfCode(secret, totp.generate({ timestamp }), { now, lastStep })
  expect(step !== null).toBe(isAccepted)
})

test('a recovery code is the same however it is typed', () => {
  expect(plainRecoveryCode(' ab12c-3de4f 56789-0abcd ')).toBe('AB12C3DE4F567890ABCD')
})
