import { endSession } from '@solvane/client/tokens'

let destination = '/login'

/** Signs out on purpose: a page for signed-in shoppers that is open leads to `to`. */
export function leaveAccount(to: '/login' | '/' = '/login'): void {
  destination = to
  endSession({ isSignOut: true })
}

/** Where the last `leaveAccount` of this tab leads. */
export function exitPath(): string {
  return destination
}
