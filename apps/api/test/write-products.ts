import type { QueryResult } from 'pg'
import type { TestShop } from './test-shop.ts'

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
