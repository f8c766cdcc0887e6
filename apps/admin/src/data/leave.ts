import { signInPath } from '@solvane/client/return-path'

/** Redirects to the shop's sign-in page, which leads back here. */
export function leaveToSignIn(): void {
  const { pathname, search } = window.location
  window.location.replace(signInPath(pathname + search))
}

/** Redirects to the shop. */
export function leaveToShop(): void {
  window.location.replace('/')
}
