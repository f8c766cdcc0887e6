import { z } from 'zod'
import { countryOf } from './countries.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { hundredths } from './money.ts'
import { duties, taxClass } from './tax.ts'
import { requiredLine } from './text.ts'

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

/** In percent. */
const rate = hundredths.min(0, 'Not less than nothing').max(100, 'Not more than 100%')

/** INCLUDED: prices contain the tax. ADDED: it is added to them. NONE: nothing is taxed from this day. */
const taxModes = ['INCLUDED', 'ADDED', 'NONE'] as const

const fields = {
  /** ISO 3166-1 alpha-2. */
  country: z.string().refine((code) => countryOf(code) !== undefined, 'Please choose a country'),
  /** In the shop's time zone. */
  validFrom: z.iso.date('Please choose a day'),
  /** The law, as staff would look it up. */
  source: requiredLine('Please name the source', 300),
  mode: z.enum(taxModes),
  standardRate: rate,
  reducedRate: rate,
  /** The class whose rate the delivery fee has. */
  deliveryClass: taxClass,
  /** Null: no statement about duties. */
  duties: z.enum(duties).nullable(),
}

const staffTaxRule = z.object({
  id: z.uuid(),
  ...fields,
  /** Whether orders to the country have this rule today. */
  isValid: z.boolean(),
})
export type StaffTaxRule = z.infer<typeof staffTaxRule>

export const listTaxRules = defineEndpoint('listTaxRules', {
  summary: 'The tax rules by country, also former and future ones',
  access: 'admin',
  response: listEnvelope(staffTaxRule),
  errors,
})

export const addTaxRule = defineEndpoint('addTaxRule', {
  summary: 'Adds the tax rule of a country from a day on; orders placed before keep theirs',
  access: 'admin',
  status: 201,
  body: z.strictObject(fields),
  response: envelope(z.null()),
  errors,
})
