import type { QueryResult } from 'pg'
import { expect } from 'vitest'
import type { TestShop } from './test-shop.ts'

const everyRow = `
  select 'listing' as kind, to_jsonb(l) as row from product_listing l
  union all select 'price', to_jsonb(p) from product_price p
  union all select 'category', to_jsonb(c) from category_product c
  union all select 'word', to_jsonb(w) from search_word w
  union all select 'count', jsonb_build_array(identifier, product_count) from category
  order by kind, row`

/** Expects that lists, filters and search equal a complete rebuild. */
export async function expectCurrentListings({ ctx }: TestShop): Promise<void> {
  const rows = async () => (await ctx.db.pool.query(everyRow)).rows
  const kept = await rows()
  await ctx.db.pool.query('select refresh_product_listing(array(select id from product))')
  const fresh = await rows()
  expect(kept.filter((row, index) => JSON.stringify(row) !== JSON.stringify(fresh[index]))).toEqual(
    [],
  )
  expect(kept).toHaveLength(fresh.length)
}

/**
 * Writes products with a statement of a test's own, and brings the lists up to date in the same
 * transaction, as every writer of the shop does.
 */
export async function writeProducts(
  { ctx }: { ctx: Pick<TestShop['ctx'], 'db'> },
  text: string,
  values: unknown[] = [],
): Promise<QueryResult> {
  const client = await ctx.db.pool.connect()
  try {
    await client.query('begin')
    const result = await client.query(text, values)
    await client.query('select refresh_product_listing(array(select id from product))')
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
