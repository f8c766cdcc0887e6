import { z } from 'zod'
import { email } from './auth.ts'
import { countryOf } from './countries.ts'
import { taxClass } from './tax.ts'
import { lineOfText, linesOfText, requiredLine } from './text.ts'

/** The data of products and variants for trade, customs and the law. */

/** Whether the last digit of a GTIN is the check digit of the others (GS1, modulo 10). */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text]
    .reverse()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

const sku = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9 ._/-]{0,62}[A-Za-z0-9])?$/,
    'Please use at most 64 letters, digits, spaces and . _ / -',
  )

const gtin = z
  .string()
  .trim()
  .refine(isGtin, 'Please check the digits: a GTIN has 8, 12, 13 or 14, the last a check digit')

/** Grams, as it is sold and without the parcel. */
const weightGrams = z
  .number('Please write whole grams')
  .int('Please write whole grams')
  .min(1, 'Please write whole grams')
  .max(1_000_000)

/** The number of the Harmonised System: its 6 digits, or up to 10 with those of a country. */
const hsCode = z
  .string()
  .trim()
  .regex(/^\d{6,10}$/, 'Please write 6 to 10 digits')

/** ISO 3166-1 alpha-2. */
const countryOfOrigin = z
  .string()
  .refine((code) => countryOf(code) !== undefined, 'Please choose a country')

const composition = linesOfText(500)

/** Whom customers and authorities write to about a product (EU 2023/988, art. 9 and 16). */
const tradeParty = z.strictObject({
  name: requiredLine('Please write a name', 120),
  address: requiredLine('Please write a postal address', 300),
  // Excludes characters that would end or change the link that shows the address.
  email: email.regex(/^[^<>?&%"']+$/, 'Please write an e-mail address'),
})
export type TradeParty = z.infer<typeof tradeParty>

/** The fields that a variant may have in place of its product's; null or '' is the product's. */
const variantOverrides = {
  weightGrams: weightGrams.nullable().default(null),
  hsCode: hsCode.nullable().default(null),
  countryOfOrigin: countryOfOrigin.nullable().default(null),
  composition: composition.default(''),
}

/** The trade data of a product's draft. Care is `materialsAndCare`. */
export const productTradeFields = {
  ...variantOverrides,
  taxClass: taxClass.default('STANDARD'),
  maker: tradeParty.nullable().default(null),
  /** Within the EU, of a maker outside it. */
  responsiblePerson: tradeParty.nullable().default(null),
  /** In place of the name in search results and link previews; '' is the name. */
  seoTitle: lineOfText(70).default(''),
  /** The description for search results and link previews; '' is the description. */
  seoDescription: lineOfText(320).default(''),
}

/** The trade data of a variant's draft. */
export const variantTradeFields = {
  /** Unique whatever the case. */
  sku: sku.nullable().default(null),
  gtin: gtin.nullable().default(null),
  ...variantOverrides,
}

const readOverrides = {
  weightGrams: z.number().int().nullable(),
  hsCode: z.string().nullable(),
  countryOfOrigin: z.string().nullable(),
  composition: z.string(),
}
const readParty = z.object({ name: z.string(), address: z.string(), email: z.string() })

/** The trade data of a product in responses. */
export const productTrade = {
  ...readOverrides,
  taxClass,
  maker: readParty.nullable(),
  responsiblePerson: readParty.nullable(),
  seoTitle: z.string(),
  seoDescription: z.string(),
}
export const variantTrade = {
  sku: z.string().nullable(),
  gtin: z.string().nullable(),
  ...readOverrides,
}
