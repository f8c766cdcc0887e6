import type { StoredMethod } from '../database/stored-content.ts'
import type { TestShop } from './test-shop.ts'

/** Changes the standard method of the shop, as staff would. */
export async function setStandardMethod(
  shop: Pick<TestShop, 'ctx' | 'changesReceived'>,
  change: Partial<StoredMethod>,
): Promise<void> {
  await shop.ctx.db.pool.query(
    `update content set value = jsonb_set(value, '{zones,0,methods,0}', value #> '{zones,0,methods,0}' || $1)
     where key = 'delivery'`,
    [JSON.stringify(change)],
  )
  await shop.changesReceived()
}
