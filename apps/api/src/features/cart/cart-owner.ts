import { guestCartId } from '@solvane/contract/cart'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** Whose cart: a shopper's, or that of a browser nobody has signed in on. */
export interface CartOwner {
  kind: 'user' | 'guest'
  id: string
}

/**
 * Whose cart a caller means: that of the signed-in shopper, whatever guest id is sent (decision
 * C7), else the guest's; null when there is neither. Throws `GUEST_CART_ID_INVALID`.
 */
export function findCartOwner({ user, guestCartId: given }: Caller): CartOwner | null {
  if (user) return { kind: 'user', id: user.id }
  if (given === null) return null
  const parsed = guestCartId.safeParse(given)
  if (!parsed.success) throw new ShopError('GUEST_CART_ID_INVALID')
  return { kind: 'guest', id: parsed.data }
}

/** The same for a write, which needs an owner. Throws `GUEST_CART_ID_INVALID`. */
export function cartOwnerOf(caller: Caller): CartOwner {
  const owner = findCartOwner(caller)
  if (!owner) throw new ShopError('GUEST_CART_ID_INVALID')
  return owner
}
