import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { productTags } from '../catalog/answer-tags.ts'
import { type FavoritedAmong, markFavorites } from '../catalog/product-cards.ts'
import {
  getRecommendations,
  getRecommendationsDraft,
  saveRecommendations,
} from './recommendations.ts'

/** Serves the recommendations, and their editing by staff. */
export function registerRecommendations(
  registry: EndpointRegistry,
  ctx: AppContext,
  favoritedAmong: FavoritedAmong,
): void {
  registry.register(
    endpoints.getRecommendations,
    async ({ caller }) => {
      const chosen = await getRecommendations(ctx)
      const { homeMain, homeSpecial, hotSearches } = chosen
      await markFavorites(favoritedAmong, caller, [...homeMain, ...homeSpecial, ...hotSearches])
      return { data: chosen }
    },
    {
      tags: ({ data }) => [
        'catalogue',
        'content',
        // A chosen product that is not for sale now may return.
        'list:all',
        ...productTags([...data.homeMain, ...data.homeSpecial, ...data.hotSearches]),
      ],
    },
  )
  registry.register(endpoints.getRecommendationsDraft, async () => ({
    data: await getRecommendationsDraft(ctx),
  }))
  registry.register(endpoints.saveRecommendations, async ({ body }) => ({
    data: await saveRecommendations(ctx, body),
  }))
}
