import type { SignInState } from '@solvane/client/return-path'
import { isSignedOutOnPurpose } from '@solvane/client/tokens'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { AccountWaiting } from '../features/account/account-waiting.tsx'
import { exitPath } from '../lib/session/leave-account.ts'
import { useSessionId } from '../lib/session/use-session.ts'

/** Wraps the pages of one shopper: leads guests to the sign-in. All that the server renders of them. */
export function Component() {
  return (
    <Protected waiting={<AccountWaiting />}>
      <Outlet />
    </Protected>
  )
}

interface ProtectedProps {
  /** Shown until the session is known and the program of `children` is loaded. */
  waiting: ReactNode
  children: ReactNode
}

/** A page for signed-in shoppers; others sign in first and return (decision A2). */
function Protected({ waiting, children }: ProtectedProps) {
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
