import type { Tokens } from '@solvane/contract/auth'
import { randomUuid } from './random-uuid.ts'

/** Keys in the browser's local storage; the first two are specified (section 3). */
const keys = { access: 'accessToken', refresh: 'refreshToken', session: 'sessionId' } as const

/** The session id if tokens were stored without signing in here. */
const unknownSession = 'unknown'

const listeners = new Set<() => void>()
let hasSignedOut = false

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is disabled in this browser, so it is empty.
    return null
  }
}

function notify() {
  for (const listener of listeners) listener()
}

/** The tokens of the session; null for a guest. */
export function readTokens(): Tokens | null {
  const accessToken = read(keys.access)
  const refreshToken = read(keys.refresh)
  return accessToken && refreshToken ? { accessToken, refreshToken } : null
}

/** Stores the tokens of a new sign-in. Throws if the browser stores nothing. */
export function beginSession(tokens: Tokens): void {
  hasSignedOut = false
  // Written first, so that no other tab takes the new tokens for the previous session's.
  localStorage.setItem(keys.session, randomUuid())
  renewSession(tokens)
}

/** Stores refreshed tokens of the current session. */
export function renewSession({ accessToken, refreshToken }: Tokens): void {
  localStorage.setItem(keys.refresh, refreshToken)
  localStorage.setItem(keys.access, accessToken)
  notify()
}

/**
 * Ends the session in every tab. `isSignOut` if the shopper signed out: the next sign-in then does
 * not return to the current page.
 */
export function endSession({ isSignOut = false } = {}): void {
  hasSignedOut = isSignOut
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  notify()
}

/** Whether the shopper has signed out in this tab. */
export function isSignedOutOnPurpose(): boolean {
  return hasSignedOut
}

/** The id of the session, from sign-in to sign-out; null for a guest. */
export function currentSessionId(): string | null {
  return readTokens() && (read(keys.session) ?? unknownSession)
}

/** Calls `listener` when this tab or another signs in, signs out, or refreshes the tokens. */
export function subscribeToSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onPageShow)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onPageShow)
  }
}

function onStorage({ key }: StorageEvent) {
  // The key is null if everything was cleared.
  if (key === null || Object.values<string>(keys).includes(key)) notify()
}

function onPageShow({ persisted }: PageTransitionEvent) {
  // A page restored from the back/forward cache has missed events.
  if (persisted) notify()
}
