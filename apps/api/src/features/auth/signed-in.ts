import { ShopError } from '../../platform/errors/shop-error.ts'
import type { Visitor } from '../../platform/http/register-call.ts'

/** The id of the account that is signed in. Raises `UNAUTHENTICATED` when none is. */
export function signedIn({ user }: Visitor): string {
  if (!user) throw new ShopError('UNAUTHENTICATED')
  return user.id
}
