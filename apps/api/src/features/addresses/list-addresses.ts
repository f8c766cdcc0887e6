import type { Address } from '@solvane/contract/addresses'
import type { AppContext } from '../../context.ts'
import { toAddress } from './address-shape.ts'
import { listAddressRows } from './addresses.queries.ts'

/** A user's addresses, the default one first, then the newest. */
export async function listAddresses(
  ctx: Pick<AppContext, 'db'>,
  userId: string,
): Promise<Address[]> {
  return (await listAddressRows(ctx.db.kysely, userId)).map(toAddress)
}
