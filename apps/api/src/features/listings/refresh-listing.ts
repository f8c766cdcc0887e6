import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { listDueProductIds, listProductIdsIn, refreshProductListing } from './listings.queries.ts'

/**
 * Updates what lists, filters and search show of these products. Every writer of products, options,
 * variants or categories calls it once, at the end of the transaction; a trigger follows variants
 * that sell out or return.
 */
export async function refreshListing(
  tx: Queryable,
  productIds: readonly string[],
  at: Date,
): Promise<void> {
  if (productIds.length > 0) await refreshProductListing(tx, productIds, at)
}

/** Refreshes all products of a category, after its name or position has changed. */
export async function refreshListingOfCategory(
  tx: Queryable,
  categoryId: string,
  at: Date,
): Promise<void> {
  await refreshListing(tx, await listProductIdsIn(tx, categoryId), at)
}

/** Products of one transaction. */
const atATime = 100

/**
 * Lets products enter and leave the shop at their time. Several processes may run it at once: a
 * product that is up to date stays as it is.
 */
export async function refreshDueListings({ db }: Pick<AppContext, 'db'>, at: Date): Promise<void> {
  let ids: string[]
  do {
    ids = await listDueProductIds(db.kysely, at, atATime)
    const due = ids
    if (due.length > 0)
      await retryAfterDeadlock(() =>
        db.kysely.transaction().execute((tx) => refreshListing(tx, due, at)),
      )
  } while (ids.length === atATime)
}
