import type { FactorWay } from '@solvane/contract/account.admin'
import type { StaffRole } from '@solvane/contract/staff-role'
import { Secret, TOTP } from 'otpauth'

/** The factors that a member of staff has set up. */
export interface Factors {
  hasTotp: boolean
  hasPasskey: boolean
  recoveryCodesLeft: number
}

/** Whether there is a second factor. Recovery codes only replace one. */
export function hasFactor({ hasTotp, hasPasskey }: Factors): boolean {
  return hasTotp || hasPasskey
}

/** The ways to confirm: the password only where there is no second factor. */
export function waysOf(factors: Factors): FactorWay[] {
  if (!hasFactor(factors)) return ['PASSWORD']
  const ways: FactorWay[] = []
  if (factors.hasPasskey) ways.push('PASSKEY')
  if (factors.hasTotp) ways.push('TOTP')
  if (factors.recoveryCodesLeft > 0) ways.push('RECOVERY_CODE')
  return ways
}

/** Whether a role needs a second factor, in a shop that requires it. */
export function needsFactor(staffRole: StaffRole | null): boolean {
  return staffRole === 'OWNER' || staffRole === 'MANAGER'
}

/** How long a confirmation counts, in milliseconds. */
export const confirmationLife = 10 * 60 * 1000

/** Whether a confirmation at `confirmedAt` still counts. */
export function isFresh(confirmedAt: Date | null, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= confirmationLife
}

const issuer = 'Solvane'

function totpOf(secret: Buffer, label = ''): TOTP {
  return new TOTP({ issuer, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })
}

/** A secret as authenticator apps take it: to be typed, and as an address for a QR code. */
export function describeTotp(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * The time step of a code that is valid at `now`, or was or will be within 30 seconds, because clocks
 * differ; null if there is none after `lastStep`, so that no code is accepted twice.
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): number | null {
  // The library throws for one with other signs.
  if (!/^\d{6}$/.test(code)) return null
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null) return null
  const step = totp.counter({ timestamp }) + delta
  return lastStep === null || step > lastStep ? step : null
}

/** Whether a code is one of an authenticator app; others are recovery codes. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** A recovery code as it is hashed: without the spaces, dashes and case that people type. */
export function plainRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}
