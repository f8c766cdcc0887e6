import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { countryName } from './address-lines.ts'

/** A country or territory with its dialling code. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: CountryCode
  name: string
  /** The dialling code: `+1`. Several countries may share one. */
  dialingCode: string
}

/** Every country with a dialling code, about 240, by name. */
export const countries: readonly Country[] = getCountries()
  .map((code) => ({
    code,
    name: countryName(code),
    dialingCode: `+${getCountryCallingCode(code)}`,
  }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const countriesByCode = new Map<string, Country>(
  countries.map((country) => [country.code, country]),
)

const shortNames = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' })

/** The ISO codes by code and English names. */
const codesByWriting = new Map<string, CountryCode>(
  countries.flatMap(({ code, name }) =>
    [name, shortNames.of(code) ?? code, code].map((writing) => [fold(writing), code] as const),
  ),
)

/** The text without differences in spelling: case, accents, apostrophes, `&` for `and`. */
function fold(writing: string): string {
  return writing
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’.]/g, '')
    .replace(/&/g, 'and')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The ISO code for a code or English name; undefined if unknown. */
export function countryCodeOf(writing: string): string | undefined {
  return codesByWriting.get(fold(writing))
}

/** The country with this ISO code. */
export function countryOf(code: string): Country | undefined {
  return countriesByCode.get(code)
}
