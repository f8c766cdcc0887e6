import { regionOf } from '@solvane/contract/regions'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

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
  const home = regionOf(country)?.code
  const parsed = parsePhoneNumberFromString(typed, home)
  if (!parsed?.isPossible()) return { country, number: typed }
  // Among countries that share a code the chosen one stays.
  const isOfHome =
    home !== undefined && `+${parsed.countryCallingCode}` === regionOf(home)?.dialingCode
  return {
    country: isOfHome ? country : (parsed.country ?? country),
    number: parsed.nationalNumber,
  }
}

/** As it is stored: dialling code, a space, number (`+1 2125550148`); empty while one is missing. */
export function storedPhone(phone: TypedPhone): string {
  const { country, number } = tidyPhone(phone)
  const dialingCode = regionOf(country)?.dialingCode
  return dialingCode && number ? `${dialingCode} ${number}` : ''
}

/** A stored number for the form; `country` was stored with it, since several share a code. */
export function typedPhone(stored: string, country: string | null): TypedPhone {
  const number = stored.slice(stored.indexOf(' ') + 1)
  if (country && regionOf(country)) return { country, number }
  return { country: parsePhoneNumberFromString(stored)?.country ?? '', number }
}
