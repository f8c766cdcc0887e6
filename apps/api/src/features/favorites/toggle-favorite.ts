import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { removeVariantsFromCart } from '../cart/remove-variants-from-cart.ts'
import { findFavoriteTarget, flipFavorite } from './favorites.queries.ts'

/**
 * Makes a favourite of the product that a variant id, product id or identifier means, or no longer,
 * and gives what it now is. With `removeFromCart` a new favourite leaves the cart; one that ends
 * does not, so that no piece is ever lost. Raises `PRODUCT_NOT_FOUND`; what is no longer for sale
 * can be removed, not added.
 */
export async function toggleFavorite(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  { named, removeFromCart }: { named: string; removeFromCart: boolean },
): Promise<boolean> {
  const { db } = ctx
  const at = ctx.clock.now()
  const target = await findFavoriteTarget(db, named, at)
  if (!target) throw new ShopError('PRODUCT_NOT_FOUND')
  const toggle = async (tx: Queryable) => {
    const wasFavorite = await flipFavorite(tx, { userId, target, at })
    if (wasFavorite) return false
    if (target.variant_id === null) throw new ShopError('PRODUCT_NOT_FOUND')
    if (removeFromCart) await removeVariantsFromCart(tx, userId, [target.variant_id])
    return true
  }
  return removeFromCart ? db.kysely.transaction().execute(toggle) : toggle(db.kysely)
}
