import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { refreshListing } from '../listings/refresh-listing.ts'
import {
  insertTerms,
  listTerms,
  lockRules,
  nextProductsOnSale,
  updatePriorPrices,
  type VariantTerms,
  variantsOf,
} from './price-history.queries.ts'
import { priorPrice } from './price-history.ts'
import { lockProducts } from './read-products.queries.ts'
import type { StoredVariant } from './stored-product.ts'

/** What of a variant says what it costs. */
export function termsOf(variant: StoredVariant): VariantTerms {
  const { id, priceCents, salePriceCents, saleStartsAt, saleEndsAt } = variant
  return { id, priceCents, salePriceCents, saleStartsAt, saleEndsAt }
}

/**
 * Records what variants cost from now on, and what their sale prices are shown beside. Every change of a
 * price comes through here: the form, bulk edits and imports alike. The caller refreshes the listings.
 */
export async function recordPrices(
  tx: Queryable,
  variants: readonly VariantTerms[],
  at: Date,
): Promise<void> {
  if (variants.length === 0) return
  await insertTerms(tx, variants, at)
  await writePriorPrices(
    tx,
    variants.map(({ id }) => id),
  )
}

/** Computes what sale prices are shown beside, and names the products for which that has changed. */
async function writePriorPrices(tx: Queryable, variantIds: readonly string[]): Promise<string[]> {
  const rules = await lockRules(tx)
  const history = await listTerms(tx, variantIds)
  return updatePriorPrices(
    tx,
    variantIds.map((id) => ({ id, cents: priorPrice(history.get(id) ?? [], rules) })),
  )
}

/** After the rules have changed: computes all sale prices again. */
export const priceRulesChanged = defineJob<Record<never, never>>('price-rules-changed')

const productsAtATime = 100

/** Does `priceRulesChanged`: in small transactions, which orders do not wait for. */
export async function recomputePriorPrices({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = await nextProductsOnSale(db.kysely, after, productsAtATime)
    const last = ids.at(-1)
    if (last === undefined) return
    await retryAfterDeadlock(() =>
      db.kysely.transaction().execute(async (tx) => {
        await lockProducts(tx, ids)
        const changed = await writePriorPrices(tx, await variantsOf(tx, ids))
        await refreshListing(tx, changed, clock.now())
      }),
    )
    after = last
  }
}
