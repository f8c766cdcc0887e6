import { calls } from '@solvane/contract/calls'
import { favoriteSizeOf } from '@solvane/contract/favorites'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { addFavorites } from './add-favorites.ts'
import { listFavoriteIds } from './favorites.queries.ts'
import { listFavorites } from './list-favorites.ts'
import { toggleFavorite } from './toggle-favorite.ts'

/** Serves the favourites of who is signed in. */
export function registerFavorites(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.listFavorites, ({ visitor, query }) =>
    listFavorites(ctx, visitor.user.id, { page: query.page, size: favoriteSizeOf(query) }),
  )
  registry.register(calls.listFavoriteIds, async ({ visitor }) => ({
    data: { productIds: await listFavoriteIds(ctx.db, visitor.user.id) },
  }))
  registry.register(calls.addFavorites, async ({ visitor, body }) => ({
    data: { added: await addFavorites(ctx, visitor.user.id, body) },
  }))
  registry.register(calls.toggleFavorite, async ({ visitor, params, query }) => ({
    data: {
      isFavorited: await toggleFavorite(ctx, visitor.user.id, {
        named: params.variantId,
        removeFromCart: query.removeFromCart,
      }),
    },
  }))
}
