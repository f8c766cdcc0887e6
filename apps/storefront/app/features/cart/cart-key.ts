import { currentSessionId } from '@solvane/client/tokens'
import type { QueryKey } from '@tanstack/react-query'
import { readGuestCartId } from '../../lib/session/guest-cart.ts'
import { personalKey } from '../../lib/session/use-session.ts'

/** Under which key the cart is kept: a session's, else a guest's; null while there is neither. */
export function currentCartKey(): QueryKey | null {
  const session = currentSessionId()
  if (session) return personalKey(session, 'cart')
  const guest = readGuestCartId()
  return guest === null ? null : ['cart', guest]
}

/** Tells keys apart, and tabs whose cart is meant. */
export function nameOfKey(key: QueryKey | null): string {
  return JSON.stringify(key)
}
