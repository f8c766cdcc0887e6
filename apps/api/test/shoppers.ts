import { guestCartHeader } from '@solvane/contract/cart'

/** What the requests of a browser carry that nobody has signed in on. */
export function guest(id: string = crypto.randomUUID()) {
  return { id, headers: { [guestCartHeader]: id } }
}
