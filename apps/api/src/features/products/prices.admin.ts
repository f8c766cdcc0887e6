import { createHash } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  listRules,
  listTerms,
  lockRules,
  type PriceRuleRow,
  readPriorPrice,
  replaceRules,
} from './price-history.queries.ts'
import { lowestPrice } from './price-history.ts'
import { priceRulesChanged } from './record-prices.ts'

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
