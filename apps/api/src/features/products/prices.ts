import { createHash } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { refreshListing } from '../listings/refresh-listing.ts'
import {
  insertTerms,
  listRules,
  listTerms,
  lockRules,
  nextProductsOnSale,
  type PriceRuleRow,
  publishProducts,
  readPriorPrice,
  replaceRules,
  updatePriorPrices,
  type VariantTerms,
  variantsOf,
} from './price-history.queries.ts'
import { lowestPrice, priorPrice } from './price-history.ts'
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

const shownDays = 30

const toDollars = (cents: number | null) => (cents === null ? null : cents / 100)

/** The price history of a variant, the newest first. Throws `VARIANT_NOT_FOUND`. */
export async function getPriceHistory(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  variantId: string,
) {
  const prior = await readPriorPrice(db.kysely, variantId)
  if (prior === undefined) throw new ShopError('VARIANT_NOT_FOUND')
  const history = (await listTerms(db.kysely, [variantId])).get(variantId) ?? []
  return {
    history: history.toReversed().map((terms) => ({
      at: terms.at.toISOString(),
      price: terms.priceCents / 100,
      salePrice: toDollars(terms.salePriceCents),
      saleStartsAt: terms.saleStartsAt?.toISOString() ?? null,
      saleEndsAt: terms.saleEndsAt?.toISOString() ?? null,
    })),
    lowest: toDollars(lowestPrice(history, shownDays, clock.now())),
    prior: toDollars(prior),
  }
}

interface PriceRules {
  version: string
  document: { rules: PriceRuleRow[] }
}

/** The rules that decide which price is struck through beside a reduced one. */
export async function getPriceRules({ db }: Pick<AppContext, 'db'>): Promise<PriceRules> {
  return describe(db.kysely)
}

/** Saves these rules, and no others; a job brings the prices up to date. Throws `STALE_EDIT`. */
export function savePriceRules(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { version, document }: PriceRules,
): Promise<PriceRules> {
  return db.kysely.transaction().execute(async (tx) => {
    await lockRules(tx, { isChanging: true })
    const before = await describe(tx)
    if (before.version !== version)
      throw new ShopError('STALE_EDIT', { version: before.version, current: before })
    await replaceRules(tx, document.rules)
    await jobs.enqueue(tx, priceRulesChanged, {})
    return describe(tx)
  })
}

async function describe(db: Queryable): Promise<PriceRules> {
  const rules = await listRules(db)
  const version = createHash('md5').update(JSON.stringify(rules)).digest('hex')
  return { version, document: { rules } }
}
