import type { Queryable } from '../../platform/database/database.ts'
import { removeVariants } from './cart.queries.ts'

/** Takes variants out of a shopper's cart, within the transaction of what becomes of them. */
export async function removeVariantsFromCart(
  tx: Queryable,
  userId: string,
  variantIds: string[],
): Promise<void> {
  await removeVariants(tx, userId, variantIds)
}
