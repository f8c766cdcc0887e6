import { endSession, readTokens } from '@solvane/client/tokens'
import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import type { Profile, Role } from '@solvane/contract/user'
import { createContext, useContext } from 'react'
import { api, leaveToShop, leaveToSignIn } from './api.ts'

/** The names of the roles, and the permissions of each in words. */
export const roleWords: Readonly<Record<StaffRole, { name: string; may: string }>> = {
  SUPPORT: { name: 'Support', may: 'answers customers and sees their orders' },
  MANAGER: { name: 'Manager', may: 'runs the shop: products, orders, content' },
  OWNER: { name: 'Owner', may: 'does everything and manages staff' },
}

/** A member of staff, whose role decides what is shown. */
export type Staff = Profile & {
  staffRole: StaffRole
  /** The back office stays closed until they have added a second factor. */
  mustAddFactor: boolean
}

export const StaffContext = createContext<Staff | null>(null)

/** The signed-in member of staff. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext)
  if (!staff) throw new Error('Nobody is signed in.')
  return staff
}

/** Whether the signed-in member has at least the role `least`. */
export function useMayAct(least: StaffRole = 'MANAGER'): boolean {
  return actsAs(useStaff().staffRole, least)
}

/**
 * Loads the signed-in member of staff. Redirects guests to sign in and customers to the shop, and
 * returns null. Rejects with an `ApiError`.
 */
export async function readStaff(): Promise<Staff | null> {
  const isSignedIn = readTokens() !== null
  const profile = isSignedIn ? (await api.call('getProfile', {})).data.profile : null
  const admission = admissionOf({ isLoaded: true, isSignedIn, profile }, 'ADMIN')
  if (admission === 'sign-in') leaveToSignIn()
  if (admission === 'home') leaveToShop()
  if (admission !== 'enter' || !profile?.staffRole) return null
  const { mustAddFactor } = (await api.call('getMySecurity', {})).data
  return { ...profile, staffRole: profile.staffRole, mustAddFactor }
}

/** Signs out at once; a server that cannot be reached lets the session expire. */
export async function signOut(): Promise<void> {
  const tokens = readTokens()
  endSession({ isSignOut: true })
  if (tokens)
    await api.call('logout', { body: { refreshToken: tokens.refreshToken } }).catch(() => {})
  leaveToShop()
}

/** The answer of a protected page to its caller. */
type Admission = 'wait' | 'enter' | 'sign-in' | 'home'

interface Principal {
  isLoaded: boolean
  isSignedIn: boolean
  profile: { role: Role } | null
}

/**
 * Whether a caller may see a page that requires sign-in, or the role `needed`: wait until the
 * profile is loaded, then enter, sign in, or go to the home page.
 */
export function admissionOf(
  { isLoaded, isSignedIn, profile }: Principal,
  needed: Role = 'USER',
): Admission {
  if (!isLoaded) return 'wait'
  if (!isSignedIn || !profile) return 'sign-in'
  return needed === 'ADMIN' && profile.role !== 'ADMIN' ? 'home' : 'enter'
}
