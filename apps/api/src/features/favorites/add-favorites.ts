import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { removeVariantsFromCart } from '../cart/remove-variants-from-cart.ts'
import { insertFavorites, listVariantsForSale } from './favorites.queries.ts'

/**
 * Makes favourites of variants, all or none, and gives how many were none before. With
 * `removeFromCart` they leave the cart. Raises `FAVORITES_REFUSED` with `details.variantIds`, those
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
