import type { ProductCard } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listCards, listCardsById } from './catalog.queries.ts'
import { toCard } from './to-card.ts'

/**
 * The cards of products by these identifiers, which may be former ones; those not for sale are left
 * out.
 */
export async function findCardsByIdentifier(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, ProductCard>> {
  const rows = await listCards(ctx.db, [...new Set(identifiers)], ctx.clock.now())
  return new Map(rows.map((row) => [row.wanted, toCard(row)]))
}

/** The cards of these products by id; those not for sale are left out. */
export async function findProductCards(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductCard>> {
  if (ids.length === 0) return new Map()
  const rows = await listCardsById(ctx.db, [...new Set(ids)], ctx.clock.now())
  return new Map(rows.map((row) => [row.id, toCard(row)]))
}

/**
 * Which of these products are favorites of a user. Passed in, because favorites depend on the
 * catalogue, not vice versa.
 */
export type FavoritedAmong = (userId: string, productIds: string[]) => Promise<ReadonlySet<string>>

/**
 * Marks the favorites of a signed-in shopper, in one query for all products; for
 * others the products are returned unchanged, without a query.
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
