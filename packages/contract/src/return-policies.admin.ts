import { z } from 'zod'
import { countryOf } from './countries.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { hundredths } from './money.ts'
import { linesOfText, requiredLine } from './text.ts'

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const days = z.number().int().min(1, 'At least one day').max(365)
const percent = hundredths.min(0).max(100)

const fields = {
  /** ISO 3166-1 alpha-2; empty: all countries that no other terms name. */
  countries: z
    .array(
      z.string().refine((code) => countryOf(code) !== undefined, {
        error: ({ input }) => `Unknown country: ${input}`,
      }),
    )
    .max(300),
  validFrom: z.iso.date('Please choose a day'),
  /** The law or the text of the shop that says so. */
  source: requiredLine('Please name the source', 300),
  noticeDays: days,
  arrivalDays: days,
  /** The restocking fee in percent. */
  feeFrom: percent,
  feeUntil: percent,
  isWithdrawal: z.boolean(),
  refundsDelivery: z.boolean(),
  shopPaysPostage: z.boolean(),
  /** Where the goods are sent, in lines. */
  address: linesOfText(500).nullable(),
}

export const staffReturnPolicy = z.object({
  id: z.uuid(),
  ...fields,
  /** Whether new deliveries to these countries have these terms. */
  isValid: z.boolean(),
})
export type StaffReturnPolicy = z.infer<typeof staffReturnPolicy>

export const listReturnPolicies = defineEndpoint('listReturnPolicies', {
  summary: 'The terms of returns by country, also former and future ones',
  access: 'admin',
  response: listEnvelope(staffReturnPolicy),
  errors,
})

export const addReturnPolicy = defineEndpoint('addReturnPolicy', {
  summary:
    'Adds terms of returns for some countries from a day on; orders delivered before keep theirs',
  access: 'admin',
  status: 201,
  body: z.strictObject(fields).refine(({ feeFrom, feeUntil }) => feeFrom <= feeUntil, {
    path: ['feeUntil'],
    message: 'Not less than the lowest fee',
  }),
  response: envelope(z.null()),
  errors: [...errors, 'RETURN_TERMS_PAST'],
})
