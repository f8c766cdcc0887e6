import type { ProductCard } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import { listCards, listCardsById } from './catalog.queries.ts'
import { toCard } from './to-card.ts'

/** The cards of these products by identifier, in the order given; those not for sale are left out. */
export async function listProductCards(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  identifiers: string[],
): Promise<ProductCard[]> {
  return (await listCards(ctx.db, identifiers, ctx.clock.now())).map(toCard)
}

/** The cards of these products by id; those not for sale are left out. */
export async function findProductCards(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductCard>> {
  if (ids.length === 0) return new Map()
  const rows = await listCardsById(ctx.db, [...new Set(ids)], ctx.clock.now())
  return new Map(rows.map((row) => [row.id, toCard(row)]))
}
