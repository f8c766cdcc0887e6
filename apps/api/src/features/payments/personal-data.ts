import type { Queryable } from '../../platform/database/database.ts'
import { removeReasonsOfUser } from './refunds/refunds.queries.ts'

/**
 * Removes what staff have written about a shopper's payments, which may name the person: it goes with the
 * account. Amounts, times and the references that the books need stay.
 */
export async function removeStaffTexts(tx: Queryable, userId: string): Promise<void> {
  await removeReasonsOfUser(tx, userId)
}
