import type { Queryable } from '../../platform/database/database.ts'
import { deletePasskeysOfUser } from './passkeys.queries.ts'
import { updateNickName } from './users.queries.ts'

/** What a feature stores of a shopper, and how it goes. */
export interface ErasableData {
  /** Deletes it, or anonymizes what must be kept, in the transaction that closes the account. */
  erase(tx: Queryable, userId: string): Promise<void>
  /**
   * Whether it stays when the owner of a never confirmed address takes the account over: orders and what
   * belongs to them, which were e-mailed to that address and whose goods and money may be under way.
   */
  staysWithAddress?: true
}

/**
 * Removes the former holder from a shopper's account, in the transaction in which the owner of its address,
 * which nobody had confirmed, takes it over: a stranger may have opened it. Password, sessions and links are
 * the caller's. Do it before the address counts as confirmed: what belongs to that is the owner's.
 */
export async function removeFormerHolder(
  tx: Queryable,
  userId: string,
  kept: readonly ErasableData[],
): Promise<void> {
  await deletePasskeysOfUser(tx, userId)
  await updateNickName(tx, userId, null)
  for (const { erase, staysWithAddress } of kept) if (!staysWithAddress) await erase(tx, userId)
}
