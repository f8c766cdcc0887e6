import { admissionOf } from '@solvane/client/admission'
import { readTokens } from '@solvane/client/tokens'
import type { Profile } from '@solvane/contract/user'
import { api } from './api.ts'
import { leaveToShop, leaveToSignIn } from './leave.ts'

/** Who works here: an administrator, whose part in the house decides what is shown. */
export type Staff = Profile & { staffRole: NonNullable<Profile['staffRole']> }

/**
 * Who is signed in, when that is an administrator (decision A9). Everyone else is on the way out,
 * guests to sign in and shoppers to the shop; then it gives null. Rejects when it could not be asked.
 */
export async function admit(): Promise<Staff | null> {
  const isSignedIn = readTokens() !== null
  const profile = isSignedIn ? (await api.call('getProfile', {})).data.profile : null
  const admission = admissionOf({ isLoaded: true, isSignedIn, profile }, 'ADMIN')
  if (admission === 'sign-in') leaveToSignIn()
  if (admission === 'home') leaveToShop()
  if (admission !== 'enter' || !profile?.staffRole) return null
  return { ...profile, staffRole: profile.staffRole }
}
