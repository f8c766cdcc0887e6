import { regionOf } from '@solvane/contract/regions'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A phone number in the form: the country of its dialling code, and the digits after it. */
interface TypedPhone {
  region: string
  number: string
}

/**
 * The normalised input: a number with its own dialling code (pasted, say) sets its country, and
 * a national leading zero is dropped. Input that cannot be a phone number of the
 * country stays as it was typed.
 */
export function tidyPhone({ region, number }: TypedPhone): TypedPhone {
  const typed = number.trim()
  const home = regionOf(region)?.code
  const parsed = parsePhoneNumberFromString(typed, home)
  if (!parsed?.isPossible()) return { region, number: typed }
  // Among countries that share a code the chosen one stays.
  const isOfHome =
    home !== undefined && `+${parsed.countryCallingCode}` === regionOf(home)?.dialingCode
  return {
    region: isOfHome ? region : (parsed.country ?? region),
    number: parsed.nationalNumber,
  }
}

/** As it is stored: dialling code, a space, number (`+1 2125550148`); empty while one is missing. */
export function storedPhone(phone: TypedPhone): string {
  const { region, number } = tidyPhone(phone)
  const dialingCode = regionOf(region)?.dialingCode
  return dialingCode && number ? `${dialingCode} ${number}` : ''
}

/** A stored number for the form; `country` was stored with it, since several share a code. */
export function typedPhone(stored: string, region: string | null): TypedPhone {
  const number = stored.slice(stored.indexOf(' ') + 1)
  if (region && regionOf(region)) return { region, number }
  return { region: parsePhoneNumberFromString(stored)?.country ?? '', number }
}
