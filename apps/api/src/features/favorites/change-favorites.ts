import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { removeVariantsFromCart } from '../cart/change-cart.ts'
import {
  findFavoriteTarget,
  flipFavorite,
  insertFavorites,
  listVariantsForSale,
} from './favorites.queries.ts'

/**
 * Makes favourites of variants, all or none, and gives how many were none before. With
 * `removeFromCart` they leave the cart. Throws `FAVORITES_REFUSED` with `details.variantIds`, those
 * that are not for sale (decision C3).
 */
export async function addFavorites(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  { variantIds, removeFromCart }: { variantIds: string[]; removeFromCart: boolean },
): Promise<number> {
  const at = ctx.clock.now()
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const forSale = new Set(await listVariantsForSale(tx, variantIds))
    const refused = variantIds.filter((id) => !forSale.has(id.toLowerCase()))
    if (refused.length > 0) throw new ShopError('FAVORITES_REFUSED', { variantIds: refused })
    const added = await insertFavorites(tx, { userId, variantIds, at })
    if (removeFromCart) await removeVariantsFromCart(tx, userId, variantIds)
    return added
  })
}

/**
 * Makes a favourite of the product that a variant id, product id or identifier means, or no longer,
 * and gives what it now is. With `removeFromCart` a new favourite leaves the cart; one that ends
 * does not, so that no item is ever lost. Throws `PRODUCT_NOT_FOUND`; what is no longer for sale
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
