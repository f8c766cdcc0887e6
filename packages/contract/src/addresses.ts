import { z } from 'zod'
import { countryCodeOf } from './countries.ts'
import { defineEndpoint, envelope, nestedListEnvelope } from './endpoint.ts'
import { lineOfText, requiredLine } from './text.ts'

/** Territories without postal codes, ISO 3166-1. */
export const countriesWithoutPostalCode: ReadonlySet<string> = new Set([
  'AE', 'AG', 'AO', 'AW', 'BF', 'BI', 'BJ', 'BO', 'BQ', 'BS', 'BW', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK', 'CM',
  'CW', 'DJ', 'DM', 'ER', 'FJ', 'GA', 'GD', 'GH', 'GM', 'GQ', 'GY', 'HK', 'JM', 'KI', 'KM', 'KN', 'KP', 'LY',
  'ML', 'MO', 'MR', 'MW', 'NR', 'NU', 'QA', 'RW', 'SB', 'SC', 'SL', 'SR', 'ST', 'SX', 'SY', 'TD', 'TF', 'TG', 'TK',
  'TL', 'TO', 'TV', 'UG', 'VU', 'YE', 'ZW',
]) // biome-ignore format: one list of codes

/** Countries whose addresses need a state or province in the form. */
export const countriesWithState: ReadonlySet<string> = new Set(['US', 'CA', 'AU'])

const required = (name: string, maximum = 200) => requiredLine(`${name} is required`, maximum)

/** A country as ISO 3166-1 alpha-2, from its code or its English name. */
const country = z
  .string()
  .overwrite((given) => countryCodeOf(given) ?? '')
  .min(1, 'Country is required')

const addressFields = {
  title: required('Address name', 100),
  fullName: required('Full name'),
  /** A dialling code, a space, the number: `+1 2125550148`. */
  phoneNumber: z
    .string()
    .trim()
    .regex(/^\+\d{1,4}(?:-\d{1,4})? (?=(?:\D*\d){3})[\d ().-]{3,20}$/, 'Phone number is required'),
  /**
   * The ISO code of the country whose dialling code was chosen, since several share one.
   */
  phoneRegion: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
  streetAddress: required('Street address', 300),
  addressLine2: lineOfText(300).nullish(),
  city: required('City'),
  state: lineOfText(100).nullish(),
  postalCode: lineOfText(20).nullish(),
  country,
  isDefault: z.boolean().optional(),
}

/** Whether the postal code is present, or not required by the country. */
export function hasPostalCode(given: { country: string; postalCode?: string | null }): boolean {
  return Boolean(given.postalCode) || countriesWithoutPostalCode.has(given.country)
}

/** The error of a missing postal code. */
export const postalCodeMissing = { field: 'postalCode', message: 'Postal code is required' }

const {
  title: _title,
  phoneRegion: _region,
  isDefault: _isDefault,
  ...deliveryFields
} = addressFields

/** The address of an order: without its place in the address book. */
export const deliveryAddress = z.strictObject(deliveryFields).refine(hasPostalCode, {
  path: [postalCodeMissing.field],
  message: postalCodeMissing.message,
})
export type DeliveryAddress = z.infer<typeof deliveryAddress>

/** An address as the form sends it. */
export const addressInput = z.strictObject(addressFields).refine(hasPostalCode, {
  path: [postalCodeMissing.field],
  message: postalCodeMissing.message,
})
export type AddressInput = z.infer<typeof addressInput>

/**
 * Some fields of an address; with the others it must still be complete. The `id` may be sent along;
 * the path names the address.
 */
export const addressChange = z.strictObject({ ...addressFields, id: z.uuid() }).partial()
export type AddressChange = z.infer<typeof addressChange>

/** The most addresses of a shopper. */
export const mostAddresses = 50

export const address = z.object({
  id: z.uuid(),
  title: z.string(),
  fullName: z.string(),
  phoneNumber: z.string(),
  phoneRegion: z.string().nullable(),
  streetAddress: z.string(),
  addressLine2: z.string().nullable(),
  city: z.string(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
  isDefault: z.boolean(),
})
export type Address = z.infer<typeof address>

const id = z.object({ id: z.uuid() })

export const listAddresses = defineEndpoint('listAddresses', {
  summary: 'My addresses, the default one first',
  access: 'user',
  response: nestedListEnvelope(address),
  errors: ['UNAUTHENTICATED'],
})

export const createAddress = defineEndpoint('createAddress', {
  summary: 'Adds an address; the first becomes the default',
  access: 'user',
  body: addressInput,
  response: envelope(address),
  errors: ['UNAUTHENTICATED', 'TOO_MANY_ADDRESSES'],
})

export const updateAddress = defineEndpoint('updateAddress', {
  summary:
    'Changes the fields given; the default one, when it is no longer to be, gives way to the newest other',
  access: 'user',
  params: id,
  body: addressChange,
  response: envelope(address),
  errors: ['UNAUTHENTICATED', 'ADDRESS_NOT_FOUND'],
})

export const deleteAddress = defineEndpoint('deleteAddress', {
  summary: 'Deletes an address; of a default one the newest other takes the place',
  access: 'user',
  params: id,
  response: envelope(z.null()),
  errors: ['UNAUTHENTICATED', 'ADDRESS_NOT_FOUND'],
})
