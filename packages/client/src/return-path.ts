/** Where the sign-in screen and those beside it are: nobody is sent back there. */
const signInPaths = new Set(['/login', '/forgot-password', '/reset-password'])

const someOrigin = 'http://shop.invalid'

/**
 * The path, query and fragment to go to after sign-in, when `value` is one of this shop (decision
 * A2); else null. Whatever a browser would read as an address of another site is refused.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, someOrigin)) {
    return null
  }
  const { origin, pathname, search, hash } = new URL(value, someOrigin)
  // `/.//other.example` only becomes `//other.example` once its dots are resolved.
  if (origin !== someOrigin || pathname.startsWith('//') || signInPaths.has(pathname)) return null
  return pathname + search + hash
}

/** What a navigation to the sign-in screen carries, so that it leads back to `path`. */
export interface SignInState {
  returnTo: string
}

/** Where to go after sign-in, from the state that the navigation carried: else the account. */
export function returnPathOf(state: unknown): string {
  const asked = (state as Partial<SignInState> | null)?.returnTo
  return safeReturnPath(asked) ?? '/profile'
}
