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

const parameter = 'returnTo'

/** The address of the sign-in screen that leads back to `path`, for those who come by a page load. */
export function signInPath(path: string): string {
  return `/login?${new URLSearchParams({ [parameter]: path })}`
}

/**
 * Where to go after sign-in: what the state of the navigation carried, else what the query names, else
 * the account.
 */
export function returnPathOf(state: unknown, search: string): string {
  const asked = (state as Partial<SignInState> | null)?.returnTo
  return (
    safeReturnPath(asked) ??
    safeReturnPath(new URLSearchParams(search).get(parameter)) ??
    '/profile'
  )
}

/** Whether a path of this shop is the back office's, which the shop's router does not know. */
export function isOfBackOffice(path: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(path)
}
