import type { ProductCard } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { countFavorites, listFavoriteCards } from './favorites.queries.ts'

/** A page of a user's favourites, the newest first, each as the variant it was made of; and how many in all. */
export async function listFavorites(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ data: ProductCard[]; total: number }> {
  const at = ctx.clock.now()
  const [rows, total] = await Promise.all([
    listFavoriteCards(ctx.db, { userId, at, limit: size, offset: (page - 1) * size }),
    countFavorites(ctx.db, userId),
  ])
  return { data: rows.map(({ card }) => card), total }
}
