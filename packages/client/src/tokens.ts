import type { Tokens } from '@solvane/contract/auth'
import { randomUuid } from './random-uuid.ts'

/** Keys in the browser's local storage; the first two are specified (section 3). */
const keys = { access: 'accessToken', refresh: 'refreshToken', session: 'sessionId' } as const

/** Id of a session that something else than the sign-in screen began. */
const unnamedSession = 'unnamed'

const listeners = new Set<() => void>()
let hasSignedOut = false

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is switched off in this browser: then there is nothing in it.
    return null
  }
}

function tell() {
  for (const listener of listeners) listener()
}

/** The tokens of the session; null for a guest. */
export function readTokens(): Tokens | null {
  const accessToken = read(keys.access)
  const refreshToken = read(keys.refresh)
  return accessToken && refreshToken ? { accessToken, refreshToken } : null
}

/** Keeps the tokens of someone who has just signed in. Throws where the browser keeps nothing. */
export function beginSession(tokens: Tokens): void {
  hasSignedOut = false
  // First, so that no other tab takes the new tokens for the session before.
  localStorage.setItem(keys.session, randomUuid())
  renewSession(tokens)
}

/** Keeps new tokens of the session that goes on. */
export function renewSession({ accessToken, refreshToken }: Tokens): void {
  localStorage.setItem(keys.refresh, refreshToken)
  localStorage.setItem(keys.access, accessToken)
  tell()
}

/**
 * Forgets the session in every tab. `isSignOut` when the shopper asked for it: then where they were
 * is not where the next sign-in leads.
 */
export function endSession({ isSignOut = false } = {}): void {
  hasSignedOut = isSignOut
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  tell()
}

/** Whether the session ended in this tab because the shopper asked for it. */
export function isSignedOutOnPurpose(): boolean {
  return hasSignedOut
}

/** Names the session, from sign-in to sign-out; null for a guest. */
export function currentSessionId(): string | null {
  return readTokens() && (read(keys.session) ?? unnamedSession)
}

/** Tells `listener` when this tab or another signs in, out, or renews the tokens. */
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
  // A null key: everything was cleared.
  if (key === null || Object.values<string>(keys).includes(key)) tell()
}

function onPageShow({ persisted }: PageTransitionEvent) {
  // A page that comes back from the browser's memory heard nothing while it was away.
  if (persisted) tell()
}
