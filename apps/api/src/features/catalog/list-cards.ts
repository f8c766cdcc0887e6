import type { ProductCard } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { listCards } from './catalog.queries.ts'
import { toProductCard } from './product-card.ts'

/** The cards of these products by identifier, in the order given; those not for sale are left out. */
export async function listProductCards(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  identifiers: string[],
): Promise<ProductCard[]> {
  return (await listCards(ctx.db, identifiers, ctx.clock.now())).map(toProductCard)
}
