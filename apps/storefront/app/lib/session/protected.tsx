import type { SignInState } from '@solvane/client/return-path'
import { isSignedOutOnPurpose } from '@solvane/client/tokens'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { exitPath } from './leave-account.ts'
import { useSessionId } from './use-session.ts'

interface ProtectedProps {
  /** Shown until the session is known and the program of `children` is loaded. */
  waiting: ReactNode
  children: ReactNode
}

/** A page for signed-in shoppers; others sign in first and return (decision A2). */
export function Protected({ waiting, children }: ProtectedProps) {
  const session = useSessionId()
  const { pathname, search } = useLocation()
  const hasEntered = useRef(false)
  useEffect(() => {
    if (session) hasEntered.current = true
  }, [session])
  if (session) return <Suspense fallback={waiting}>{children}</Suspense>
  if (session === undefined) return waiting
  const hasLeft = hasEntered.current && isSignedOutOnPurpose()
  const state: SignInState | null = hasLeft ? null : { returnTo: pathname + search }
  return <Navigate to={hasLeft ? exitPath() : '/login'} replace state={state} />
}
