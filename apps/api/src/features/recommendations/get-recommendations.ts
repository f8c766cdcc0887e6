import type { ProductCard } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { listProductCards } from '../catalog/product-cards.ts'
import { readDocument } from '../content/read-content.ts'

interface Recommendations {
  homeMain: ProductCard[]
  homeSpecial: ProductCard[]
  hotSearches: ProductCard[]
  hotKeywords: string[]
}

/** The products that staff have chosen for the home page and the empty search. */
export async function getRecommendations(
  ctx: Pick<AppContext, 'db' | 'clock'>,
): Promise<Recommendations> {
  const chosen = await readDocument(ctx, 'recommendations')
  const blocks = [chosen.homeMain, chosen.homeSpecial, chosen.hotSearches]
  const cards = await listProductCards(ctx, [...new Set(blocks.flat())])
  const byIdentifier = new Map(cards.map((card) => [card.identifier, card]))
  const [homeMain = [], homeSpecial = [], hotSearches = []] = blocks.map((block) =>
    block.flatMap((identifier) => byIdentifier.get(identifier) ?? []),
  )
  return { homeMain, homeSpecial, hotSearches, hotKeywords: chosen.hotKeywords }
}
