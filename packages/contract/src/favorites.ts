import { z } from 'zod'
import { productCard } from './catalog.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { flag, pagingQuery, productPageSize } from './query.ts'

const paging = pagingQuery(productPageSize)

/** Favorites per page, from any of the three parameters. */
export const favoriteSizeOf = paging.sizeOf

/** Favorites that are for sale, with the chosen variant as the card's `variantId`. */
export const listFavorites = defineEndpoint('listFavorites', {
  summary: 'My favourites, the newest first',
  access: 'user',
  query: z.object(paging.shape),
  response: listEnvelope(productCard),
  errors: ['UNAUTHENTICATED'],
})

export const listFavoriteIds = defineEndpoint('listFavoriteIds', {
  summary: 'The products that are my favourites, for marking hearts on pages made for everyone',
  access: 'user',
  response: envelope(z.object({ productIds: z.array(z.uuid()) })),
  errors: ['UNAUTHENTICATED'],
})

export const addFavorites = defineEndpoint('addFavorites', {
  summary: 'Adds favourites, and takes them out of the cart if asked; all or none',
  access: 'user',
  body: z.strictObject({
    // A malformed id is rejected like an unknown one; as many as a merged cart can contain.
    variantIds: z.array(z.string().max(200)).min(1).max(1_000),
    removeFromCart: z.boolean().default(false),
  }),
  response: envelope(z.object({ added: z.number().int() })),
  errors: ['UNAUTHENTICATED', 'FAVORITES_REFUSED'],
})

export const toggleFavorite = defineEndpoint('toggleFavorite', {
  summary: 'Toggles a favourite, by variant id, product id or identifier',
  access: 'user',
  params: z.object({ variantId: z.string().min(1).max(200) }),
  query: z.object({ removeFromCart: flag }),
  response: envelope(z.object({ isFavorited: z.boolean() })),
  errors: ['UNAUTHENTICATED', 'PRODUCT_NOT_FOUND'],
})
