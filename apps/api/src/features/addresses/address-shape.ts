import type { Address, AddressChange, AddressInput } from '@solvane/contract/addresses'
import type { AddressRow, AddressText } from './addresses.queries.ts'

/** A row as the contract's address. */
export function toAddress(row: AddressRow): Address {
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
export function toAddressText(input: AddressInput): AddressText {
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
export function mergeAddress(row: AddressRow, change: AddressChange): AddressInput {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const { id: _id, ...now } = toAddress(row)
  return { ...now, ...Object.fromEntries(given) }
}
