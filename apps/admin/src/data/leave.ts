import { signInPath } from '@solvane/client/return-path'

/** Leaves for the shop's sign-in screen, which leads back to where one was. */
export function leaveToSignIn(): void {
  const { pathname, search } = window.location
  window.location.replace(signInPath(pathname + search))
}

/** Leaves for the shop. */
export function leaveToShop(): void {
  window.location.replace('/')
}
