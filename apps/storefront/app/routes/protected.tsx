import type { SignInState } from '@solvane/client/return-path'
import { isSignedOutOnPurpose } from '@solvane/client/tokens'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { Fragment, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { NeedsScripts } from '../components/needs-scripts.tsx'
import { AccountFrame } from '../features/account/account-frame.tsx'
import { ErrorText } from '../lib/api/failure.tsx'
import { exitPath, useSessionId } from '../lib/session/use-session.ts'
import { PageMargins, type RouteHandle } from './layout.tsx'
import styles from './protected.module.css'

/** Wraps the pages of one shopper: leads guests to the sign-in. All that the server renders of them. */
export function Component() {
  const { frame } = usePageHandle()
  const page = (
    <Protected waiting={<AccountWaiting />}>
      <Outlet />
    </Protected>
  )
  // The tabs stay while their content changes: the focus may be on one.
  return frame === 'account' ? <AccountFrame>{page}</AccountFrame> : page
}

function usePageHandle(): Partial<RouteHandle> {
  return (useMatches().at(-1)?.handle ?? {}) as Partial<RouteHandle>
}

interface ProtectedProps {
  /** Shown until the session is known and the program of `children` is loaded. */
  waiting: ReactNode
  children: ReactNode
}

/** A page for signed-in shoppers; others sign in first and return. */
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

interface AccountWaitingProps {
  /** Why the profile could not be loaded. */
  failure?: string | null
  /** Loads it again. */
  onRetry?: () => void
}

/** Shown by a protected page until the shopper's profile is loaded: its heading. */
export function AccountWaiting({ failure, onRetry }: AccountWaitingProps) {
  const { heading, frame } = usePageHandle()
  const Margins = frame === 'account' ? Fragment : PageMargins
  return (
    <Margins>
      <title>{`${heading ?? 'Your account'} · Solvane`}</title>
      <meta name="robots" content="noindex" />
      <NeedsScripts what="To open your account" />
      {failure ? (
        <EmptyState
          isError
          title="Your account did not open"
          text={<ErrorText message={failure} />}
        >
          <Button kind="secondary" onClick={onRetry}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <div className={styles.shape}>
          {heading ? <h1>{heading}</h1> : <Skeleton shape="title" width="half" />}
          <div role="status">
            <VisuallyHidden>Loading</VisuallyHidden>
            <Skeleton width="short" />
          </div>
        </div>
      )}
    </Margins>
  )
}
