import { regionOf } from '@solvane/contract/regions'

/** Where the visitor's browser says they are at home; empty when it does not say, or in no known way. */
export function likelyRegion(language: string): string {
  try {
    return regionOf(new Intl.Locale(language).region ?? '')?.code ?? ''
  } catch {
    // Browsers tell what the system is set to: "en-US@posix" was seen, which is no locale to them.
    return ''
  }
}
