import type { ProductCard } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { categoryTrail } from '../categories/category-index.ts'
import { findReplaced, nearestProducts } from './alternatives.queries.ts'
import { findProductCards } from './product-cards.ts'
import { isUuid } from './read-products.ts'

/** A row of the widest grid. */
const mostAlternatives = 4

/**
 * Products in stock in place of one that is sold out or no longer in the shop: of its category, nearest
 * in price, and where these are few of the category above. Throws `PRODUCT_NOT_FOUND` for a product
 * that was never in the shop.
 */
export async function listAlternatives(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'db'>,
  idOrIdentifier: string,
): Promise<ProductCard[]> {
  const column = isUuid(idOrIdentifier) ? 'id' : 'identifier'
  const product = await findReplaced(ctx.db, column, idOrIdentifier)
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND')
  const { id, category, price_cents } = product
  const trail = category === null ? [] : await categoryTrail(ctx, category)
  const categories = trail
    .slice(-2)
    .map(({ identifier }) => identifier)
    .reverse()
  const ids = await nearestProducts(ctx.db, {
    id,
    categories,
    cents: price_cents ?? 0,
    at: ctx.clock.now(),
    limit: mostAlternatives,
  })
  const cards = await findProductCards(ctx, ids)
  return ids.flatMap((one) => cards.get(one) ?? [])
}
