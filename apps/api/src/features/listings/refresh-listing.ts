import type { Queryable } from '../../platform/database/database.ts'
import { listProductIdsIn, refreshProductListing } from './listings.queries.ts'

/**
 * Updates what lists, filters and search show of these products. Every writer of products, options,
 * variants or categories calls it once, at the end of the transaction; a trigger follows variants
 * that sell out or return.
 */
export async function refreshListing(tx: Queryable, productIds: readonly string[]): Promise<void> {
  if (productIds.length > 0) await refreshProductListing(tx, productIds)
}

/** The same for all products of a category, after its name or position has changed. */
export async function refreshListingOfCategory(tx: Queryable, categoryId: string): Promise<void> {
  await refreshListing(tx, await listProductIdsIn(tx, categoryId))
}
