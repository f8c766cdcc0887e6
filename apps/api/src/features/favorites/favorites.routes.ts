import { endpoints } from '@solvane/contract/endpoints'
import { favoriteSizeOf } from '@solvane/contract/favorites'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { listFavoriteIds } from './favorites.queries.ts'
import { addFavorites, listFavorites, toggleFavorite } from './favorites.ts'

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
