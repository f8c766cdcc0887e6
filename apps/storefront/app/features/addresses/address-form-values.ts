import {
  type Address,
  type AddressInput,
  addressInput,
  countriesWithState,
} from '@solvane/contract/addresses'
import { countryOf } from '@solvane/contract/countries'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { FieldErrors } from 'react-hook-form'
import { defaultAddressTitle } from './use-addresses.tsx'

/** A phone number in the form: the country of its dialling code, and the digits after it. */
interface TypedPhone {
  country: string
  number: string
}

/**
 * The normalised input: a number with its own dialling code (pasted, say) sets its country, and
 * a national leading zero is dropped. Input that cannot be a phone number of the
 * country stays as it was typed.
 */
export function tidyPhone({ country, number }: TypedPhone): TypedPhone {
  const typed = number.trim()
  const home = countryOf(country)?.code
  const parsed = parsePhoneNumberFromString(typed, home)
  if (!parsed?.isPossible()) return { country, number: typed }
  // Among countries that share a code the chosen one stays.
  const isOfHome =
    home !== undefined && `+${parsed.countryCallingCode}` === countryOf(home)?.dialingCode
  return {
    country: isOfHome ? country : (parsed.country ?? country),
    number: parsed.nationalNumber,
  }
}

/** The stored form: dialling code, a space, number (`+1 2125550148`); empty while one is missing. */
export function storedPhone(phone: TypedPhone): string {
  const { country, number } = tidyPhone(phone)
  const dialingCode = countryOf(country)?.dialingCode
  return dialingCode && number ? `${dialingCode} ${number}` : ''
}

/** A stored number for the form; `country` was stored with it, since several share a code. */
export function typedPhone(stored: string, country: string | null): TypedPhone {
  const number = stored.slice(stored.indexOf(' ') + 1)
  if (country && countryOf(country)) return { country, number }
  return { country: parsePhoneNumberFromString(stored)?.country ?? '', number }
}

/** The values of the address form while it is filled in. */
export interface AddressFormValues {
  title: string
  fullName: string
  phoneRegion: string
  phoneNumber: string
  country: string
  streetAddress: string
  addressLine2: string
  city: string
  state: string
  postalCode: string
  isDefault: boolean
}

/** A new form, for a shopper called `fullName` (or '') who is probably in `country`. */
export function emptyAddress(country: string, title = '', fullName = ''): AddressFormValues {
  return {
    title,
    fullName,
    phoneRegion: country,
    phoneNumber: '',
    country,
    streetAddress: '',
    addressLine2: '',
    city: '',
    state: '',
    postalCode: '',
    isDefault: title === defaultAddressTitle,
  }
}

/** The form of an existing address. */
export function filledAddress(address: Address): AddressFormValues {
  const phone = typedPhone(address.phoneNumber, address.phoneRegion)
  return {
    title: address.title,
    fullName: address.fullName,
    phoneRegion: phone.country,
    phoneNumber: phone.number,
    country: address.country,
    streetAddress: address.streetAddress,
    addressLine2: address.addressLine2 ?? '',
    city: address.city,
    state: address.state ?? '',
    postalCode: address.postalCode ?? '',
    isDefault: address.isDefault,
  }
}

type Checked =
  | { address: AddressInput; errors: Record<string, never> }
  | { address: null; errors: FieldErrors<AddressFormValues> }

/** Checks the form: the address to send, or the errors by field. */
export function checkAddress(values: AddressFormValues): Checked {
  const messages = new Map<string, string>()
  const parsed = addressInput.safeParse({
    ...values,
    phoneNumber: storedPhone({ country: values.phoneRegion, number: values.phoneNumber }),
    phoneRegion: values.phoneRegion || null,
    addressLine2: values.addressLine2.trim() || null,
    state: values.state.trim() || null,
    postalCode: values.postalCode.trim() || null,
  })
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0])
    if (!messages.has(field)) messages.set(field, message)
  }
  if (!values.phoneRegion) messages.set('phoneRegion', 'Phone prefix is required')
  if (countriesWithState.has(values.country) && !values.state.trim()) {
    messages.set('state', `${stateLabel(values.country)} is required`)
  }
  if (parsed.success && messages.size === 0) return { address: parsed.data, errors: {} }
  return {
    address: null,
    errors: Object.fromEntries(
      [...messages].map(([field, message]) => [field, { type: 'rule', message }]),
    ),
  }
}

const stateLabels: Record<string, string> = {
  US: 'State',
  CA: 'Province',
  AU: 'State or territory',
}

/** The country's own word for its states or regions. */
export function stateLabel(country: string): string {
  return stateLabels[country] ?? 'State or region'
}

/** The country of the browser's language; empty when it has none or is not valid. */
export function likelyCountry(language: string): string {
  try {
    return countryOf(new Intl.Locale(language).region ?? '')?.code ?? ''
  } catch {
    // Browsers report the system's language: "en-US@posix" occurs, which is not a valid locale.
    return ''
  }
}
