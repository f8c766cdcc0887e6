import type { Role } from '@solvane/contract/user'

/** What a protected page does with its caller. */
export type Admission = 'wait' | 'enter' | 'sign-in' | 'home'

interface Principal {
  isLoaded: boolean
  isSignedIn: boolean
  profile: { role: Role } | null
}

/**
 * Whether a caller may see a page that requires sign-in, or the role `needed` (decisions A2 and
 * A9): wait until the profile is loaded, then enter, sign in, or go to the home page.
 */
export function admissionOf(
  { isLoaded, isSignedIn, profile }: Principal,
  needed: Role = 'USER',
): Admission {
  if (!isLoaded) return 'wait'
  if (!isSignedIn || !profile) return 'sign-in'
  return needed === 'ADMIN' && profile.role !== 'ADMIN' ? 'home' : 'enter'
}
