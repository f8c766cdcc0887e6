import {
  type Address,
  type AddressChange,
  hasPostalCode,
  postalCodeMissing,
} from '@solvane/contract/addresses'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { mergeAddress, toAddress, toAddressText } from './address-shape.ts'
import {
  findAddress,
  findNewestOther,
  lockAddresses,
  setDefault,
  updateAddressText,
} from './addresses.queries.ts'

/**
 * Changes the fields given of an address and gives it. One that is no longer to be the default
 * gives way to the newest other; the only one stays it. Raises `ADDRESS_NOT_FOUND`, and
 * `BAD_REQUEST` when the whole address would lack its postal code or names another one's id.
 */
export async function updateAddress(
  ctx: Pick<AppContext, 'db'>,
  userId: string,
  { id, change: { id: named = id, ...change } }: { id: string; change: AddressChange },
): Promise<Address> {
  if (named.toLowerCase() !== id.toLowerCase()) throw new ShopError('BAD_REQUEST')
  return ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAddresses(tx, userId)
    const row = await findAddress(tx, userId, id)
    if (!row) throw new ShopError('ADDRESS_NOT_FOUND')
    const merged = mergeAddress(row, change)
    if (!hasPostalCode(merged)) throw new ShopError('BAD_REQUEST', { fields: [postalCodeMissing] })
    const text = toAddressText(merged)
    await updateAddressText(tx, userId, id, text)

    const successor =
      row.is_default && change.isDefault === false
        ? await findNewestOther(tx, userId, id)
        : undefined
    const isDefault = successor === undefined && (row.is_default || change.isDefault === true)
    if (successor !== undefined) await setDefault(tx, userId, successor)
    else if (isDefault && !row.is_default) await setDefault(tx, userId, id)
    return toAddress({ id, ...text, is_default: isDefault })
  })
}
