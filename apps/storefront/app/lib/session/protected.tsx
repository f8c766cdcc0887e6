import { admissionOf } from '@solvane/client/admission'
import type { SignInState } from '@solvane/client/return-path'
import { isSignedOutOnPurpose } from '@solvane/client/tokens'
import type { Role } from '@solvane/contract/user'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { type Session, useSession } from './session-profile.ts'

interface ProtectedProps {
  needs?: Role
  /** Shown until the session is known; `session` has the error of a failure. */
  waiting: (session: Session) => ReactNode
  children: ReactNode
}

/** A page for signed-in shoppers; others sign in first and return (decision A2). */
export function Protected({ needs, waiting, children }: ProtectedProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const admission = admissionOf(session, needs)
  const hasEntered = useRef(false)
  useEffect(() => {
    if (admission === 'enter') hasEntered.current = true
  }, [admission])
  if (admission === 'enter') return children
  if (admission === 'home') return <Navigate to="/" replace />
  if (admission === 'sign-in') {
    const hasLeft = hasEntered.current && isSignedOutOnPurpose()
    const state: SignInState | null = hasLeft ? null : { returnTo: pathname + search }
    return <Navigate to="/login" replace state={state} />
  }
  return waiting(session)
}
