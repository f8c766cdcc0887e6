import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

/** A country or territory with its dialling code. */
export interface Region {
  /** ISO 3166-1 alpha-2. */
  code: CountryCode
  name: string
  /** As it is dialled: `+1`. Several regions may share one. */
  dialingCode: string
}

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every region with a dialling code, about 240, by name. */
export const regions: readonly Region[] = getCountries()
  .map((code) => ({
    code,
    name: names.of(code) ?? code,
    dialingCode: `+${getCountryCallingCode(code)}`,
  }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const regionsByCode = new Map<string, Region>(regions.map((region) => [region.code, region]))

/** The region with this ISO code. */
export function regionOf(code: string): Region | undefined {
  return regionsByCode.get(code)
}

/** Where the visitor's browser says they are at home; empty when it does not say. */
export function likelyRegion(language: string): string {
  const region = new Intl.Locale(language).region ?? ''
  return regionsByCode.has(region) ? region : ''
}
