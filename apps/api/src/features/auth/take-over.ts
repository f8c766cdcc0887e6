import type { Queryable } from '../../platform/database/database.ts'
import { deletePasskeysOfUser } from './passkeys.queries.ts'
import type { PersonalData } from './personal-data.ts'

/**
 * Removes what a stranger could do harm with from a shopper's account, in the transaction in which the owner of
 * its address, which nobody had confirmed, takes it over. Mostly that is the shopper who opened it, who keeps cart,
 * wishlist and orders. Password, sessions and links are the caller's.
 */
export async function removeFormerHolder(
  tx: Queryable,
  userId: string,
  kept: readonly PersonalData[],
): Promise<void> {
  await deletePasskeysOfUser(tx, userId)
  for (const { erase, leavesAtTakeOver } of kept) if (leavesAtTakeOver) await erase(tx, userId)
}
