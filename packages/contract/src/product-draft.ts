import { z } from 'zod'
import { dimensions } from './dimensions.ts'
import { dollars, plausibleInstant } from './money.ts'
import { shopperPaths } from './paths.ts'
import { isUuid, lineOfText, requiredLine, textOfLines } from './text.ts'
import { productTradeFields, variantTradeFields } from './trade.ts'

/** Editing products. */

export const largestPrice = 9_999_999.99
export const mostVariants = 200
export const mostPictures = 30

/** Prevents a free product by mistake. */
export const price = dollars.min(0.01, 'Please write more than nothing').max(largestPrice)

/** A part of a URL's path. */
export const slug = z
  .string()
  .trim()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use small letters, digits and single hyphens')
  .refine((value) => !isUuid(value), 'This looks like an id: please use words')

/** Words of the API's own paths where a product or category could be named: `/products/facets`. */
const reserved = new Set(
  Object.values(shopperPaths).flatMap(
    (path) => /^GET \/(?:products|categories)\/([a-z-]+)$/.exec(path)?.[1] ?? [],
  ),
)

/** The end of a product's or a category's path. */
export const identifier = slug.refine(
  (value) => !reserved.has(value),
  'The shop uses this word itself: please choose another one',
)

const text = (maximum: number) => textOfLines(maximum).or(z.literal(''))

/** `src` is an upload's, or the saved product's. */
const draftPicture = z.strictObject({ src: z.string().min(1).max(500), alt: lineOfText(300) })
export type DraftPicture = z.infer<typeof draftPicture>

export const optionName = z
  .string()
  .trim()
  .regex(/^\p{L}[\p{L}\p{N} &/()-]{0,39}$/u, 'Please begin with a letter, and use at most 40')
export const optionValue = requiredLine('Please name the value', 60)

const draftOption = z.strictObject({
  name: optionName,
  values: z.array(optionValue).min(1, 'Please name a value').max(60),
})

const draftVariant = z
  .strictObject({
    /** Null for a new one. */
    id: z.uuid().nullable(),
    /** One value for each option. */
    attributeValues: z.record(z.string().max(40), z.string().max(60)),
    price,
    salePrice: price.nullable(),
    /** Null: no limit. */
    saleStartsAt: plausibleInstant.nullable(),
    saleEndsAt: plausibleInstant.nullable(),
    isEnabled: z.boolean(),
    ...variantTradeFields,
    pictures: z.array(draftPicture).max(mostPictures),
  })
  .superRefine((variant, check) => {
    const { salePrice, saleStartsAt, saleEndsAt } = variant
    if (salePrice !== null && salePrice >= variant.price)
      check.addIssue({ code: 'custom', path: ['salePrice'], message: 'A sale price is lower' })
    if (saleStartsAt && saleEndsAt && Date.parse(saleEndsAt) < Date.parse(saleStartsAt))
      check.addIssue({
        code: 'custom',
        path: ['saleEndsAt'],
        message: 'This is before the beginning',
      })
  })
export type DraftVariant = z.infer<typeof draftVariant>

/**
 * PUBLISHED: in the shop. WITHDRAWN: being edited, not in the shop. DELETED: stored for orders
 * only.
 */
export const productStatuses = ['PUBLISHED', 'WITHDRAWN', 'DELETED'] as const
export type ProductStatus = (typeof productStatuses)[number]

export const draftFields = {
  identifier,
  name: requiredLine('Please name the product', 120),
  description: text(5_000),
  material: requiredLine('Please say what it is made of', 80),
  details: z.array(requiredLine('Please say something, or remove the line', 300)).max(30),
  measurements: lineOfText(300),
  dimensions: dimensions.nullable().default(null),
  fitsInside: lineOfText(300).default(''),
  materialsAndCare: text(2_000),
  sizeAndFit: text(2_000).nullable(),
  /** A section of the page `size-guide`. */
  sizeGuide: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .nullable(),
  ...productTradeFields,
  status: z.enum(['PUBLISHED', 'WITHDRAWN']),
  /** Lists show the newest first. In the future: the shop shows it from then on. */
  publishedAt: plausibleInstant,
  /** The shop hides it from then on; null: never. After `publishedAt`. */
  withdrawsAt: plausibleInstant.nullable().default(null),
  /** Shown as new also when it is older than 60 days. */
  isNew: z.boolean(),
  categoryIds: z.array(z.uuid()).max(30),
  /** Its place in the arrangements of these categories; without it the place stays as it is. */
  positions: z
    .array(z.strictObject({ categoryId: z.uuid(), position: z.number().int().min(1).max(100_000) }))
    .max(30)
    .optional(),
  relatedIds: z.array(z.uuid()).max(20),
  pictures: z.array(draftPicture).max(mostPictures),
  options: z.array(draftOption).max(3),
  variants: z.array(draftVariant).min(1, 'A product needs at least one variant').max(mostVariants),
}

const draft = z.strictObject(draftFields)
export type ProductDraft = z.infer<typeof draft>

type Issues = {
  addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void
}

/** The values of a variant in the order of the options, as one text; unique within a product. */
export function combinationOf(
  options: readonly { name: string }[],
  attributeValues: Record<string, string>,
): string {
  return JSON.stringify(options.map(({ name }) => attributeValues[name] ?? null))
}

/**
 * Reports inconsistencies of a draft: duplicate names, variants without a value or with the same
 * values.
 */
export function checkVariants(
  { options, variants }: Pick<ProductDraft, 'options' | 'variants'>,
  check: Issues,
): void {
  const reject = (path: (string | number)[], message: string) =>
    check.addIssue({ code: 'custom', path, message })
  const names = options.map(({ name }) => name)
  for (const [at, { name, values }] of options.entries()) {
    if (names.indexOf(name) !== at) reject(['options', at, 'name'], `There is ${name} already`)
    if (new Set(values).size < values.length)
      reject(['options', at, 'values'], 'Each value is said once')
  }
  const seen = new Set<string>()
  const ids = new Set<string>()
  for (const [at, { id, attributeValues }] of variants.entries()) {
    const path = ['variants', at, 'attributeValues']
    const isComplete =
      Object.keys(attributeValues).length === names.length &&
      options.every(
        ({ name, values }) =>
          Object.hasOwn(attributeValues, name) && values.includes(attributeValues[name] ?? ''),
      )
    const combination = combinationOf(options, attributeValues)
    if (!isComplete) reject(path, 'Please choose a value for each option')
    else if (seen.has(combination)) reject(path, 'There is a variant of these values already')
    seen.add(combination)
    if (id && ids.has(id)) reject(['variants', at, 'id'], 'There is this variant already')
    if (id) ids.add(id)
  }
}
