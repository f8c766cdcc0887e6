/** Made when it is needed: docs/decisions/0018-when-the-program-loads.md. */
let names: Intl.DisplayNames | undefined

/**
 * The English name of a country by its ISO 3166-1 alpha-2 code; anything else stays as it is.
 */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' })
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}

/** Countries whose posts ask for the postal code before the city. */
const codeFirst = new Set(
  'AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FO FR GL GR HR IS IT LI LT LU MA MC ME MK MX NL NO PL PT RO RS SE SI SK SM TN TR VA'.split(
    ' ',
  ),
)

/** The line of an address with the city: `New York, NY 10013`, `20121 Milano MI`; parts may be missing. */
export function cityLine(address: {
  city: string | null
  state: string | null
  postalCode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
}): string {
  const { city, state, postalCode, country } = address
  const join = (by: string, ...parts: (string | null)[]) => parts.filter(Boolean).join(by)
  if (!codeFirst.has(country)) return join(', ', city, join(' ', state, postalCode))
  // Abbreviated it belongs to the city.
  return join(state && state.length > 3 ? ', ' : ' ', join(' ', postalCode, city), state)
}
