import type { AppContext } from '../../context.ts'
import type { FavoritedAmong } from '../catalog/product-cards.ts'
import { listFavorited } from './favorites.queries.ts'

/** What tells the catalogue which products are a user's favourites. */
export function createFavoritedAmong(ctx: Pick<AppContext, 'db'>): FavoritedAmong {
  return async (userId, productIds) => new Set(await listFavorited(ctx.db, userId, productIds))
}
