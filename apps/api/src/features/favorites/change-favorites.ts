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
 * Adds variants to the favorites, all or none, and returns how many are new. With `removeFromCart`
 * they are removed from the cart. Throws `FAVORITES_REFUSED` with the unavailable ones in
 * `details.variantIds` (decision C3).
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
 * Toggles the favorite for a variant id, product id or identifier, and returns the new state. With
 * `removeFromCart` a new favorite is removed from the cart; a removed favorite is not, so that no
 * item is ever lost. Throws `PRODUCT_NOT_FOUND`; products no longer for sale can be removed, not
 * added.
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
