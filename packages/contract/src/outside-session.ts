import type { CallName } from './paths.ts'

/**
 * Calls that open, end or mend a session and so stand outside it: a bearer that comes along, stale
 * perhaps, counts for nothing, and a refusal of theirs ends nothing. Without schemas, for the browser.
 */
export const outsideSession: ReadonlySet<CallName> = new Set<CallName>([
  'register',
  'login',
  'refresh',
  'logout',
  'forgotPassword',
  'getPasswordLink',
  'resetPassword',
  'verifyEmail',
])
