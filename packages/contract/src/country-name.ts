/** Made when it is needed: docs/performance.md. */
let names: Intl.DisplayNames | undefined

/**
 * The English name of a country by its ISO 3166-1 alpha-2 code; anything else stays as it is. Not beside
 * `countries`, so that a page that shows an address loads no tables of telephone numbers.
 */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' })
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}
