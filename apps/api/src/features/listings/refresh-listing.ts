import type { Queryable } from '../../platform/database/database.ts'
import { listProductIdsIn, refreshProductListing } from './listings.queries.ts'

/**
 * Brings what lists, filters and search show of these products up to date. Whoever writes a product, its
 * options, variants, categories or colors calls it once, at the end of the transaction; a variant that
 * sells out or comes back is followed by a trigger.
 */
export async function refreshListing(tx: Queryable, productIds: readonly string[]): Promise<void> {
  if (productIds.length > 0) await refreshProductListing(tx, productIds)
}

/** The same for all products of a category, after its name or its place has changed. */
export async function refreshListingOfCategory(tx: Queryable, categoryId: string): Promise<void> {
  await refreshListing(tx, await listProductIdsIn(tx, categoryId))
}
