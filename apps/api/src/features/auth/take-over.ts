import type { Queryable } from '../../platform/database/database.ts'
import { deletePasskeysOfUser } from './passkeys.queries.ts'
import type { PersonalData } from './personal-data.ts'
import { updateNickName } from './users.queries.ts'

/**
 * Removes the former holder from a shopper's account, in the transaction in which the owner of its address,
 * which nobody had confirmed, takes it over: a stranger may have opened it. Password, sessions and links are
 * the caller's. Do it before the address counts as confirmed: what belongs to that is the owner's.
 */
export async function removeFormerHolder(
  tx: Queryable,
  userId: string,
  kept: readonly PersonalData[],
): Promise<void> {
  await deletePasskeysOfUser(tx, userId)
  await updateNickName(tx, userId, null)
  for (const { erase, staysWithAddress } of kept) if (!staysWithAddress) await erase(tx, userId)
}
