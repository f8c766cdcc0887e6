import { isApiFailure } from '@solvane/client/api'

/** Whether a call was refused and would be again; a lost network or an overloaded server may be back. */
export function isRefusal(error: unknown): boolean {
  return isApiFailure(error) && error.status >= 400 && error.status < 500
}
