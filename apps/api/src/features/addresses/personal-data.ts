import type { PersonalData } from '../auth/personal-data.ts'
import { toAddress } from './address-shape.ts'
import { listAddressRows, removeAddresses } from './addresses.queries.ts'

/** The address book, for the export and for closing an account. */
export const addressesOfShopper: PersonalData = {
  name: 'addresses',
  read: async (db, userId) => (await listAddressRows(db, userId)).map(toAddress),
  erase: removeAddresses,
}
