import {
  type Address,
  type AddressChange,
  type AddressInput,
  hasPostalCode,
  mostAddresses,
  postalCodeMissing,
} from '@solvane/contract/addresses'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { mergeAddress, toAddress, toAddressText } from './address-shape.ts'
import {
  countAddresses,
  findAddress,
  findNewestOther,
  insertAddress,
  listAddressRows,
  lockAddresses,
  removeAddress,
  setDefault,
  updateAddressText,
} from './addresses.queries.ts'

/** A user's addresses, the default one first, then the newest. */
export async function listAddresses(
  ctx: Pick<AppContext, 'db'>,
  userId: string,
): Promise<Address[]> {
  return (await listAddressRows(ctx.db.kysely, userId)).map(toAddress)
}

/** Adds an address and returns it; the first becomes the default. Throws `TOO_MANY_ADDRESSES`. */
export async function createAddress(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  input: AddressInput,
): Promise<Address> {
  const text = toAddressText(input)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAddresses(tx, userId)
    const count = await countAddresses(tx, userId)
    if (count >= mostAddresses) throw new ShopError('TOO_MANY_ADDRESSES')
    const id = await insertAddress(tx, userId, text, ctx.clock.now())
    const isDefault = count === 0 || input.isDefault === true
    if (isDefault) await setDefault(tx, userId, id)
    return toAddress({ id, ...text, is_default: isDefault })
  })
}

/**
 * Changes the given fields of an address and returns it. If it stops being the default, the newest
 * other one becomes it; an only address stays the default. Throws `ADDRESS_NOT_FOUND`, and
 * `BAD_REQUEST` if the address would lack its postal code or the body has another id.
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

/**
 * Deletes an address; if it was the default, the newest other one becomes it. Throws
 * `ADDRESS_NOT_FOUND`.
 */
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
