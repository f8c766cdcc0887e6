import { currentSessionId, endSession, subscribeToSession } from '@solvane/client/tokens'
import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useAfterHydration } from '../when.tsx'

/** The id of the session: null for a guest, undefined until just after hydration. */
export type SessionId = string | null | undefined

/**
 * The session's id, known without a request. Undefined on the server and until just after hydration
 * (`useAfterHydration`), so that the same HTML serves everyone: a request that needs it waits, a handler asks
 * `currentSessionId`.
 */
export function useSessionId(): SessionId {
  const isKnown = useAfterHydration()
  const id = useSyncExternalStore(subscribeToSession, currentSessionId, idWhileHydrating)
  return isKnown ? id : undefined
}

/**
 * The state as it is after hydration, so that the task that ends hydration renders nothing again;
 * not shown before.
 */
const idWhileHydrating = import.meta.env.SSR ? () => null : currentSessionId

/**
 * The key of a query for one shopper's data: never read by the next who signs in, and
 * dropped when the session ends.
 */
export function personalKey(session: SessionId, ...subject: QueryKey): QueryKey {
  return ['my', session ?? 'guest', ...subject]
}

let destination = '/login'

/** Signs out on purpose: a page for signed-in shoppers that is open leads to `to`. */
export function leaveAccount(to: '/login' | '/' = '/login'): void {
  destination = to
  endSession({ isSignOut: true })
}

/** The target of the last `leaveAccount` of this tab. */
export function exitPath(): string {
  return destination
}
