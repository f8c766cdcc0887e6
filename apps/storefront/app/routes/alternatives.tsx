import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { cardHeart } from '../features/favorites/favorite-button.tsx'
import { RecommendationBlock } from '../features/recommendations/recommendations.tsx'
import type { PageFailure } from '../lib/api/loader.ts'

/**
 * In place of a product that is sold out or gone: others of its category, nearest in price. Nothing
 * when there are none.
 */
export function Alternatives({ products }: Pick<PageFailure, 'products'>) {
  if (!products?.length) return null
  return (
    <RecommendationBlock title="Similar pieces, in stock">
      <ProductGrid products={products} corner={cardHeart} />
    </RecommendationBlock>
  )
}
