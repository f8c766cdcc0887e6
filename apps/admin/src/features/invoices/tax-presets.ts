import type { StaffTaxRule } from '@solvane/contract/tax-rules.admin'

/** What the form of a new rule is filled in with: to be checked, and never applied by itself. */
interface TaxPreset {
  mode: StaffTaxRule['mode']
  /** In percent. */
  standardRate: number
  source: string
}

/** Standard rates of value added tax in percent, as they stood on 1 January 2026. */
const europeanUnion = { AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24, HR: 25, HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23 } // biome-ignore format: one table

const included = (standardRate: number, source: string): TaxPreset => ({
  mode: 'INCLUDED',
  standardRate,
  source,
})

/** The presets by country. */
export const taxPresets: Readonly<Record<string, TaxPreset>> = {
  ...Object.fromEntries(
    Object.entries(europeanUnion).map(([country, rate]) => [
      country,
      included(rate, 'Directive 2006/112/EC, article 97: https://europa.eu/youreurope/vat-rates'),
    ]),
  ),
  GB: included(20, 'Value Added Tax Act 1994, section 2'),
  NO: included(25, 'Merverdiavgiftsloven, section 5-1'),
}
