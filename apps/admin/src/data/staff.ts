import { admissionOf } from '@solvane/client/admission'
import { endSession, readTokens } from '@solvane/client/tokens'
import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import type { Profile } from '@solvane/contract/user'
import { createContext, useContext } from 'react'
import { api } from './api.ts'
import { leaveToShop, leaveToSignIn } from './leave.ts'

/** A member of staff, whose role decides what is shown. */
export type Staff = Profile & { staffRole: StaffRole }

export const StaffContext = createContext<Staff | null>(null)

/** Who is signed in. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext)
  if (!staff) throw new Error('Nobody is signed in.')
  return staff
}

/** Whether who is signed in may do what needs the role `least`. */
export function useMayAct(least: StaffRole = 'MANAGER'): boolean {
  return actsAs(useStaff().staffRole, least)
}

/**
 * Reads who is signed in, when that is an administrator (decision A9). Sends everybody else away,
 * guests to sign in and shoppers to the shop, and gives null. Rejects with an `ApiError`.
 */
export async function readStaff(): Promise<Staff | null> {
  const isSignedIn = readTokens() !== null
  const profile = isSignedIn ? (await api.call('getProfile', {})).data.profile : null
  const admission = admissionOf({ isLoaded: true, isSignedIn, profile }, 'ADMIN')
  if (admission === 'sign-in') leaveToSignIn()
  if (admission === 'home') leaveToShop()
  if (admission !== 'enter' || !profile?.staffRole) return null
  return { ...profile, staffRole: profile.staffRole }
}

/** Signs out, here at once and on the server if it can be reached (else the session expires there). */
export async function signOut(): Promise<void> {
  const tokens = readTokens()
  endSession({ isSignOut: true })
  if (tokens)
    await api.call('logout', { body: { refreshToken: tokens.refreshToken } }).catch(() => {})
  leaveToShop()
}
