/** Sign-in and the pages around it are never returned to. */
const signInPaths = new Set(['/login', '/forgot-password', '/reset-password'])

const someOrigin = 'http://shop.invalid'

/**
 * The path, query and fragment to open after sign-in if `value` is one of this shop;
 * else null. Anything that a browser would resolve to another origin is rejected.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, someOrigin)) {
    return null
  }
  const { origin, pathname, search, hash } = new URL(value, someOrigin)
  // `/.//other.example` becomes `//other.example` only once its dots are resolved.
  if (origin !== someOrigin || pathname.startsWith('//') || signInPaths.has(pathname)) return null
  return pathname + search + hash
}

/** The navigation state of the sign-in screen, so that it returns to `path`. */
export interface SignInState {
  returnTo: string
}

const parameter = 'returnTo'

/** The URL of the sign-in screen that returns to `path`, for page loads. */
export function signInPath(path: string): string {
  return `/login?${new URLSearchParams({ [parameter]: path })}`
}

/**
 * The path to open after sign-in: from the navigation state, else from the query, else the account.
 */
export function returnPathOf(state: unknown, search: string): string {
  const asked = (state as Partial<SignInState> | null)?.returnTo
  return (
    safeReturnPath(asked) ??
    safeReturnPath(new URLSearchParams(search).get(parameter)) ??
    '/profile'
  )
}

/** Whether a path belongs to the back office, which the shop's router does not know. */
export function isOfBackOffice(path: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(path)
}
