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
  publishProducts,
  updatePriorPrices,
  type VariantTerms,
  variantsOf,
} from './price-history.queries.ts'
import { priorPrice } from './price-history.ts'
import { lockProducts } from './read-products.queries.ts'
import type { StoredVariant } from './stored-product.ts'

/** The price fields of a variant. */
export function termsOf(variant: StoredVariant): VariantTerms {
  const { id, priceCents, salePriceCents, saleStartsAt, saleEndsAt } = variant
  return { id, priceCents, salePriceCents, saleStartsAt, saleEndsAt }
}

/**
 * Records the prices of variants from now on, and their prior prices. Every change of a price comes
 * through here: the form, bulk edits and imports alike. The caller refreshes the listings.
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

/** Computes prior prices, and returns the products for which they changed. */
async function writePriorPrices(tx: Queryable, variantIds: readonly string[]): Promise<string[]> {
  const rules = await lockRules(tx)
  const history = await listTerms(tx, variantIds)
  return updatePriorPrices(
    tx,
    variantIds.map((id) => ({ id, cents: priorPrice(history.get(id) ?? [], rules) })),
  )
}

/** Computes all prior prices again, after the rules have changed. */
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
        // Their pages also show variants that lists do not.
        await publishProducts(tx, changed)
      }),
    )
    after = last
  }
}
