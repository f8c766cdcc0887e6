import type { Role } from '@solvane/contract/user'

/** What is to be done with a visitor of a protected page. */
export type Admission = 'wait' | 'enter' | 'sign-in' | 'home'

interface Visitor {
  isLoaded: boolean
  isSignedIn: boolean
  profile: { role: Role } | null
}

/**
 * Whether a visitor may see a page that asks for sign-in, or for an administrator too (decisions A2
 * and A9): wait until it is known who it is, then enter, sign in, or go home.
 */
export function admissionOf(
  { isLoaded, isSignedIn, profile }: Visitor,
  needed: Role = 'USER',
): Admission {
  if (!isLoaded) return 'wait'
  if (!isSignedIn || !profile) return 'sign-in'
  return needed === 'ADMIN' && profile.role !== 'ADMIN' ? 'home' : 'enter'
}
