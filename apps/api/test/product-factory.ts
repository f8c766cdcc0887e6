import type pg from 'pg'
import type { TestShop } from './test-shop.ts'

/** A variant for sale. */
export interface TestVariant {
  id: string
  productId: string
  identifier: string
  /** The price without a sale. */
  priceCents: number
}

/** The ledger must contain every change of stock. */
const recordAdjustments = `
  insert into stock_movement (variant_id, delta, stock_after, cause, at)
  select id, delta, $2, 'ADJUSTMENT', now() from stocked where delta <> 0`

/**
 * Takes `count` variants of different products, sets their stock and a plain price, and returns
 * them.
 */
export async function stockVariants(
  shop: TestShop,
  count: number,
  stock: number,
): Promise<[TestVariant, ...TestVariant[]]> {
  const { rows } = await shop.ctx.db.pool.query<TestVariant>(
    `with chosen as (
      select distinct on (p.id) v.id, v.stock as before from variant v join product p on p.id = v.product_id
      order by p.id, v.position limit $1
    ), stocked as (
      update variant v
      set stock = $2, sale_price_cents = null, is_enabled = true, deleted_at = null
      from chosen, product p where v.id = chosen.id and p.id = v.product_id
      returning v.id, p.id as "productId", p.identifier, v.price_cents as "priceCents", $2 - before as delta
    ), recorded as (
      ${recordAdjustments}
    )
    select id, "productId", identifier, "priceCents" from stocked`,
    [count, stock],
  )
  const [first, ...others] = rows
  if (!first || rows.length < count) throw new Error(`There are no ${count} variants`)
  return [first, ...others]
}

/** Three variants of one product, for $200 each and ten of each in stock: one can be exchanged for another. */
export async function exchangeableVariants(
  shop: TestShop,
): Promise<[TestVariant, TestVariant, TestVariant]> {
  const { rows } = await shop.ctx.db.pool.query<TestVariant>(
    `select v.id, v.product_id as "productId", p.identifier, v.price_cents as "priceCents"
     from variant v join product p on p.id = v.product_id
     where v.is_enabled and v.deleted_at is null and p.deleted_at is null and v.product_id = (
       select product_id from variant where is_enabled and deleted_at is null
       group by product_id having count(*) > 2 order by product_id limit 1)
     order by v.position limit 3`,
  )
  const [one, two, three] = rows
  if (!one || !two || !three) throw new Error('No product has three variants')
  for (const variant of rows) {
    await setPrice(shop, variant, 200_00)
    await setStock(shop, variant, 10)
  }
  return [one, two, three]
}

/** Sets the stock of a variant. */
export async function setStock(
  { ctx }: { ctx: { db: { pool: Pick<pg.Pool, 'query'> } } },
  variant: TestVariant,
  stock: number,
): Promise<void> {
  await ctx.db.pool.query(
    `with stocked as (
      update variant set stock = $2 where id = $1 returning id, new.stock - old.stock as delta
    ) ${recordAdjustments}`,
    [variant.id, stock],
  )
}

/** Sets the price of a variant. */
export async function setPrice(shop: TestShop, variant: TestVariant, cents: number): Promise<void> {
  await shop.ctx.db.pool.query('update variant set price_cents = $2 where id = $1', [
    variant.id,
    cents,
  ])
}
