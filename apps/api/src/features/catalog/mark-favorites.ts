import type { Caller } from '../../platform/http/caller.ts'

/**
 * Which of these products are favourites of a user. The catalogue is given it: favourites know the
 * catalogue, not the other way round.
 */
export type FavoritedAmong = (userId: string, productIds: string[]) => Promise<ReadonlySet<string>>

/**
 * Marks which products are favourites of who is signed in (decision R10), in one query for all of
 * them; for anyone else the products stay as they are, without a query.
 */
export async function markFavorites(
  favoritedAmong: FavoritedAmong,
  { user }: Caller,
  products: { id: string; isFavorited: boolean }[],
): Promise<void> {
  if (!user || products.length === 0) return
  const favorites = await favoritedAmong(user.id, [...new Set(products.map(({ id }) => id))])
  for (const product of products) product.isFavorited = favorites.has(product.id)
}
