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
import type { PersonalData } from '../auth/personal-data.ts'
import {
  type AddressRow,
  type AddressText,
  countAddresses,
  findAddress,
  findNewestOther,
  insertAddress,
  listAddressRows,
  lockAddresses,
  removeAddress,
  removeAddresses,
  setDefault,
  updateAddressText,
} from './addresses.queries.ts'

/** A row as the contract's address. */
function toAddress(row: AddressRow): Address {
  return {
    id: row.id,
    title: row.title,
    fullName: row.full_name,
    phoneNumber: row.phone_number,
    phoneRegion: row.phone_region,
    streetAddress: row.street_address,
    addressLine2: row.address_line2,
    city: row.city,
    state: row.state,
    postalCode: row.postal_code,
    country: row.country,
    isDefault: row.is_default,
  }
}

/** A complete address for storage: empty fields become null. */
function toAddressText(input: AddressInput): AddressText {
  return {
    title: input.title,
    full_name: input.fullName,
    phone_number: input.phoneNumber,
    phone_region: input.phoneRegion || null,
    street_address: input.streetAddress,
    address_line2: input.addressLine2 || null,
    city: input.city,
    state: input.state || null,
    postal_code: input.postalCode || null,
    country: input.country,
  }
}

/** An address with changed fields; an omitted field stays, null removes it. */
function mergeAddress(row: AddressRow, change: AddressChange): AddressInput {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const { id: _id, ...now } = toAddress(row)
  return { ...now, ...Object.fromEntries(given) }
}

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

/** The address book, for the export and for closing an account. */
export const addressesOfShopper: PersonalData = {
  name: 'addresses',
  // An order of the owner's would go to a stranger's default address.
  leavesAtTakeOver: true,
  read: async (db, userId) => (await listAddressRows(db, userId)).map(toAddress),
  erase: removeAddresses,
}
