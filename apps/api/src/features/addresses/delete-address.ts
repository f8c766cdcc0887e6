import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  findAddress,
  findNewestOther,
  lockAddresses,
  removeAddress,
  setDefault,
} from './addresses.queries.ts'

/** Deletes an address; of the default one the newest other takes the place. Raises `ADDRESS_NOT_FOUND`. */
export async function deleteAddress(
  ctx: Pick<AppContext, 'db'>,
  userId: string,
  id: string,
): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAddresses(tx, userId)
    const row = await findAddress(tx, userId, id)
    if (!row) throw new ShopError('ADDRESS_NOT_FOUND')
    await removeAddress(tx, userId, id)
    const successor = row.is_default ? await findNewestOther(tx, userId, id) : undefined
    if (successor !== undefined) await setDefault(tx, userId, successor)
  })
}
