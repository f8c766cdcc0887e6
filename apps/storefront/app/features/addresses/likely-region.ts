import { regionOf } from '@solvane/contract/regions'

/** Where the visitor's browser says they are at home; empty when it does not say. */
export function likelyRegion(language: string): string {
  return regionOf(new Intl.Locale(language).region ?? '')?.code ?? ''
}
