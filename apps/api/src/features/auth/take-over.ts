import type { Queryable } from '../../platform/database/database.ts'
import { deletePasskeysOfUser } from './passkeys.queries.ts'

/** Personal data of a shopper that a feature can erase. */
export interface ErasableData {
  /** Deletes it, or anonymizes what must be kept, in the transaction that closes the account. */
  erase(tx: Queryable, userId: string): Promise<void>
  /**
   * Whether it is removed when the owner of a never confirmed address takes the account over: what a stranger
   * could mislead the owner with, or would not want the owner to read.
   */
  leavesAtTakeOver?: true
}

/**
 * Removes what a stranger could do harm with from a shopper's account, in the transaction in which the owner of
 * its address, which nobody had confirmed, takes it over. Mostly that is the shopper who opened it, who keeps cart,
 * wishlist and orders. Password, sessions and links are the caller's.
 */
export async function removeFormerHolder(
  tx: Queryable,
  userId: string,
  kept: readonly ErasableData[],
): Promise<void> {
  await deletePasskeysOfUser(tx, userId)
  for (const { erase, leavesAtTakeOver } of kept) if (leavesAtTakeOver) await erase(tx, userId)
}
