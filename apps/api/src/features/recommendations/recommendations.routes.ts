import type { ProductCard } from '@solvane/contract/catalog'
import type { FeaturedProduct } from '@solvane/contract/content.admin'
import type { RecommendationsDraft } from '@solvane/contract/content-drafts'
import { endpoints } from '@solvane/contract/endpoints'
import { storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { productTags } from '../catalog/list-query.ts'
import {
  type FavoritedAmong,
  findCardsByIdentifier,
  markFavorites,
} from '../catalog/product-cards.ts'
import { findDocument, saveDocument, shownDocument, type Versioned } from '../content/documents.ts'
import { findProducts } from './recommendations.queries.ts'

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

interface ShownRecommendations {
  homeMain: ProductCard[]
  homeSpecial: ProductCard[]
  hotSearches: ProductCard[]
  hotKeywords: string[]
}

/** The products that staff have chosen for the home page and the empty search. */
async function getRecommendations(
  ctx: Pick<AppContext, 'changes' | 'db' | 'clock'>,
): Promise<ShownRecommendations> {
  const chosen = await shownDocument(ctx, 'recommendations')
  const blocks = [chosen.homeMain, chosen.homeSpecial, chosen.hotSearches]
  const cards = await findCardsByIdentifier(ctx, blocks.flat())
  const [homeMain = [], homeSpecial = [], hotSearches = []] = blocks.map((block) =>
    block.flatMap((identifier) => cards.get(identifier) ?? []),
  )
  return { homeMain, homeSpecial, hotSearches, hotKeywords: chosen.hotKeywords }
}

const key = 'recommendations'
const blocks = ['homeMain', 'homeSpecial', 'hotSearches'] as const

type Recommendations = Record<(typeof blocks)[number], FeaturedProduct[]> & {
  hotKeywords: string[]
}

/** The chosen products and keywords, including products that the shop does not show now. */
async function getRecommendationsDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<Recommendations>> {
  return describe(db.kysely, await findDocument(db.kysely, key))
}

/**
 * Saves the chosen products and keywords. Throws `STALE_EDIT`, and `BAD_REQUEST` with every unknown
 * identifier in `details.fields`.
 */
async function saveRecommendations(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<RecommendationsDraft>,
): Promise<Versioned<Recommendations>> {
  const saved = await saveDocument(ctx, { key, version }, async (tx) => {
    const chosen = blocks.flatMap((block) =>
      document[block].map((identifier, at) => ({ identifier, field: `document.${block}.${at}` })),
    )
    const known = await findProducts(
      tx,
      chosen.map(({ identifier }) => identifier),
    )
    const fields = chosen
      .filter(({ identifier }) => !known.has(identifier))
      .map(({ identifier, field }) => ({ field, message: `There is no product ${identifier}` }))
    if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
    return document
  })
  return describe(ctx.db.kysely, saved)
}

async function describe(
  db: Queryable,
  { version, value }: { version: string; value: unknown },
): Promise<Versioned<Recommendations>> {
  const stored = storedContent.recommendations.parse(value)
  const products = await findProducts(
    db,
    blocks.flatMap((block) => stored[block]),
  )
  const named = (identifiers: string[]) =>
    identifiers.flatMap((identifier) => products.get(identifier) ?? [])
  return {
    version,
    document: {
      homeMain: named(stored.homeMain),
      homeSpecial: named(stored.homeSpecial),
      hotSearches: named(stored.hotSearches),
      hotKeywords: stored.hotKeywords,
    },
  }
}
