import type { ProductCard } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { type FavoritedAmong, findProductCards } from '../catalog/product-cards.ts'
import { toLook, toPrices } from '../catalog/to-card.ts'
import {
  countFavorites,
  type FavoriteRow,
  listFavorited,
  listFavoriteRows,
} from './favorites.queries.ts'

/** A page of a user's favorites, newest first, each with its chosen variant; and the total. */
export async function listFavorites(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ data: ProductCard[]; total: number }> {
  const at = ctx.clock.now()
  const [rows, total] = await Promise.all([
    listFavoriteRows(ctx.db, { userId, at, limit: size, offset: (page - 1) * size }),
    countFavorites(ctx.db, userId),
  ])
  const cards = await findProductCards(
    ctx,
    rows.map(({ product_id }) => product_id),
  )
  return {
    data: rows.flatMap(({ product_id, variant }) => {
      const card = cards.get(product_id)
      return card ? { ...card, ...(variant && toVariantCard(variant)), isFavorited: true } : []
    }),
    total,
  }
}

/** The members of a card that a variant replaces. */
function toVariantCard(variant: NonNullable<FavoriteRow['variant']>): Partial<ProductCard> {
  return {
    ...toLook(variant),
    ...toPrices(variant),
    hasPriceRange: false,
    variantId: variant.id,
    isAvailable: variant.is_available,
  }
}

/** Lets the catalogue mark a user's favorites. */
export function createFavoritedAmong(ctx: Pick<AppContext, 'db'>): FavoritedAmong {
  return async (userId, productIds) => new Set(await listFavorited(ctx.db, userId, productIds))
}
