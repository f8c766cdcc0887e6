import type { ProductCard } from '@solvane/contract/catalog'
import { endpoints } from '@solvane/contract/endpoints'
import { favoriteSizeOf } from '@solvane/contract/favorites'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { removeVariantsFromCart } from '../cart/cart.ts'
import { type FavoritedAmong, findProductCards } from '../catalog/product-cards.ts'
import { toLook, toPrices } from '../catalog/to-card.ts'
import {
  countFavorites,
  describeFavorites,
  type FavoriteRow,
  findFavoriteTarget,
  flipFavorite,
  insertFavorites,
  listFavorited,
  listFavoriteIds,
  listFavoriteRows,
  listVariantsForSale,
  removeFavorites,
} from './favorites.queries.ts'

/** Serves the favorites of the signed-in shopper. */
export function registerFavorites(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listFavorites, ({ caller, query }) =>
    listFavorites(ctx, caller.user.id, { page: query.page, size: favoriteSizeOf(query) }),
  )
  registry.register(endpoints.listFavoriteIds, async ({ caller }) => ({
    data: { productIds: await listFavoriteIds(ctx.db, caller.user.id) },
  }))
  registry.register(endpoints.addFavorites, async ({ caller, body }) => ({
    data: { added: await addFavorites(ctx, caller.user.id, body) },
  }))
  registry.register(endpoints.toggleFavorite, async ({ caller, params, query }) => ({
    data: {
      isFavorited: await toggleFavorite(ctx, caller.user.id, {
        named: params.variantId,
        removeFromCart: query.removeFromCart,
      }),
    },
  }))
}

/** A page of a user's favorites, newest first, each with its chosen variant; and the total. */
async function listFavorites(
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

/**
 * Adds variants to the favorites, all or none, and returns how many are new. With `removeFromCart`
 * they are removed from the cart. Throws `FAVORITES_REFUSED` with the unavailable ones in
 * `details.variantIds`.
 */
async function addFavorites(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  { variantIds, removeFromCart }: { variantIds: string[]; removeFromCart: boolean },
): Promise<number> {
  const at = ctx.clock.now()
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const forSale = new Set(await listVariantsForSale(tx, variantIds, at))
    const rejected = variantIds.filter((id) => !forSale.has(id.toLowerCase()))
    if (rejected.length > 0) throw new ShopError('FAVORITES_REFUSED', { variantIds: rejected })
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
async function toggleFavorite(
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

/** The favourites, for the export and for closing an account. */
export const favoritesOfShopper: PersonalData = {
  name: 'favorites',
  read: describeFavorites,
  erase: removeFavorites,
}
