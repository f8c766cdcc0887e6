import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { PriceRule, PriceTerms } from './price-history.ts'

/** A country whose law decides which price is struck through beside a reduced one. */
export interface PriceRuleRow {
  country: string
  days: number
  source: string
  /** `2022-05-28`. */
  validFrom: string
  isApplied: boolean
}

/** The new terms of a variant. */
export type VariantTerms = Omit<PriceTerms, 'at'> & { id: string }

/** Records the prices of variants from an instant on. */
export async function insertTerms(
  tx: Queryable,
  variants: readonly VariantTerms[],
  at: Date,
): Promise<void> {
  await sql`insert into price_history
      (variant_id, at, price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
    select t.id, ${at}, t."priceCents", t."salePriceCents", t."saleStartsAt", t."saleEndsAt"
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as t (id uuid, "priceCents" integer,
      "salePriceCents" integer, "saleStartsAt" timestamptz, "saleEndsAt" timestamptz)
    on conflict (variant_id, at) do update set price_cents = excluded.price_cents,
      sale_price_cents = excluded.sale_price_cents, sale_starts_at = excluded.sale_starts_at,
      sale_ends_at = excluded.sale_ends_at`.execute(tx)
}

/** The recorded prices of these variants, by variant, in the order of time. */
export async function listTerms(
  db: Queryable,
  variantIds: readonly string[],
): Promise<Map<string, PriceTerms[]>> {
  const { rows } = await sql<PriceTerms & { variantId: string }>`
    select variant_id as "variantId", at, price_cents as "priceCents", sale_price_cents as "salePriceCents",
      sale_starts_at as "saleStartsAt", sale_ends_at as "saleEndsAt"
    from price_history where variant_id = any (${variantIds}::uuid[]) order by variant_id, at`.execute(
    db,
  )
  return Map.groupBy(rows, ({ variantId }) => variantId)
}

/** Writes the prior prices of these variants, and returns the products whose prior prices changed. */
export async function updatePriorPrices(
  tx: Queryable,
  prior: readonly { id: string; cents: number | null }[],
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    with changed as (
      update variant v set prior_price_cents = t.cents
      from jsonb_to_recordset(${JSON.stringify(prior)}::jsonb) as t (id uuid, cents integer)
      where v.id = t.id and v.prior_price_cents is distinct from t.cents
      returning v.product_id)
    select distinct product_id from changed`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/** Publishes with the commit that products are shown differently. */
export async function publishProducts(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`select publish_changes(array(
    select 'product:' || id from unnest(${ids}::uuid[]) as id))`.execute(tx)
}

/**
 * The rules that the shop follows. They cannot change until the transaction ends; with `isChanging`
 * other transactions cannot read them either.
 */
export async function lockRules(
  tx: Queryable,
  { isChanging = false }: { isChanging?: boolean } = {},
): Promise<PriceRule[]> {
  const lock = sql.raw(isChanging ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtext('price rules'))`.execute(tx)
  const { rows } = await sql<PriceRule>`
    select days, valid_from::timestamp at time zone
        (select c.value ->> 'timeZone' from content c where c.key = 'settings') as "validFrom"
    from price_rule where is_applied`.execute(tx)
  return rows
}

/** Every rule, by country. */
export async function listRules(db: Queryable): Promise<PriceRuleRow[]> {
  const { rows } = await sql<PriceRuleRow>`
    select country, days, source, valid_from::text as "validFrom", is_applied as "isApplied"
    from price_rule order by country`.execute(db)
  return rows
}

/** Writes these rules, and no others. */
export async function replaceRules(tx: Queryable, rules: readonly PriceRuleRow[]): Promise<void> {
  await tx.deleteFrom('price_rule').execute()
  await sql`insert into price_rule (country, days, source, valid_from, is_applied)
    select t.country, t.days, t.source, t."validFrom", t."isApplied"
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as t (country text, days integer, source text,
      "validFrom" date, "isApplied" boolean)`.execute(tx)
}

/** The ids of the next products that have variants with a sale price, after an id. */
export async function nextProductsOnSale(
  db: Queryable,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('variant')
    .where('product_id', '>', after)
    .where((where) =>
      where.or([
        where('sale_price_cents', 'is not', null),
        where('prior_price_cents', 'is not', null),
      ]),
    )
    .select('product_id')
    .distinct()
    .orderBy('product_id')
    .limit(limit)
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/** The variants of products, which are locked until the transaction ends. */
export async function variantsOf(tx: Queryable, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from variant where product_id = any (${productIds}::uuid[]) order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The prior price of a variant; null: its normal price. Undefined if the variant is unknown. */
export async function readPriorPrice(
  db: Queryable,
  variantId: string,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('variant')
    .where('id', '=', variantId)
    .select('prior_price_cents')
    .executeTakeFirst()
  return row?.prior_price_cents
}
