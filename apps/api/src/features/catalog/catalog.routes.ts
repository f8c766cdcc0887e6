import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { everything, facetTags, listTags, productTags } from './list-query.ts'
import { type FavoritedAmong, markFavorites } from './product-cards.ts'
import {
  getProduct,
  getProductTurn,
  listAlternatives,
  listFacets,
  listProducts,
} from './read-products.ts'

/** Serves products: lists, facets, single products. */
export function registerCatalog(
  registry: EndpointRegistry,
  ctx: AppContext,
  favoritedAmong: FavoritedAmong,
): void {
  registry.register(
    endpoints.listProducts,
    async ({ query, caller, hasJustWritten }) => {
      const { data, total } = await ctx.replica.read({ hasJustWritten }, (db) =>
        listProducts({ ...ctx, db }, query),
      )
      await markFavorites(favoritedAmong, caller, data)
      return { data, total }
    },
    { tags: ({ data }, { query }) => [...listTags(query), ...productTags(data)] },
  )
  registry.register(
    endpoints.listFacets,
    async ({ query, hasJustWritten }) => ({
      data: await ctx.replica.read({ hasJustWritten }, (db) => listFacets({ ...ctx, db }, query)),
    }),
    { tags: (_result, { query }) => facetTags(query) },
  )
  registry.register(
    endpoints.getProduct,
    async ({ params, caller }) => {
      const data = await getProduct(ctx, params.id)
      await markFavorites(favoritedAmong, caller, [data, ...data.related])
      return { data }
    },
    { tags: ({ data }) => ['catalogue', 'tree', ...productTags([data, ...data.related])] },
  )
  registry.register(
    endpoints.listAlternatives,
    async ({ params, caller }) => {
      const data = await listAlternatives(ctx, params.id)
      await markFavorites(favoritedAmong, caller, data)
      return { data, total: data.length }
    },
    {
      // A changed price or a sold-out variant may make another product the closer alternative.
      tags: ({ data }) => [
        'catalogue',
        'tree',
        `list:${everything}`,
        `facts:${everything}`,
        ...productTags(data),
      ],
    },
  )
  registry.register(
    endpoints.getProductTurn,
    async ({ params, query }) => {
      const { frames, opening } = await getProductTurn(ctx, { ...params, ...query })
      return { data: frames, total: frames.length, opening }
    },
    { tags: (_result, { params }) => ['catalogue', `product:${params.id.toLowerCase()}`] },
  )
}
