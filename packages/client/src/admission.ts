import type { Role } from '@solvane/contract/user'

/** What a protected page does with its visitor. */
export type Admission = 'wait' | 'enter' | 'sign-in' | 'home'

interface Visitor {
  isLoaded: boolean
  isSignedIn: boolean
  profile: { role: Role } | null
}

/**
 * Whether a visitor may see a page that requires sign-in, or the role `needed` (decisions A2 and
 * A9): wait until the profile is loaded, then enter, sign in, or go to the home page.
 */
export function admissionOf(
  { isLoaded, isSignedIn, profile }: Visitor,
  needed: Role = 'USER',
): Admission {
  if (!isLoaded) return 'wait'
  if (!isSignedIn || !profile) return 'sign-in'
  return needed === 'ADMIN' && profile.role !== 'ADMIN' ? 'home' : 'enter'
}
