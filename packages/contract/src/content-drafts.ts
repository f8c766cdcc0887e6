import { z } from 'zod'
import { hoursOfDay } from './content.ts'
import { isHundredths } from './money.ts'
import { paymentMethods } from './payment-methods.ts'
import { paymentMethod } from './payments.ts'
import { identifier } from './product-draft.ts'
import { leadsSomewhere, lineOfText, requiredLine, textOfLines } from './text.ts'
import { timeZoneName } from './time-zone.ts'

/** Drafts of the shop's texts and pictures, as staff save them. */

/** The placeholders of texts: settings that replace them when a text is shown. */
export const placeholders = [
  'shippingFee',
  'freeShippingFrom',
  'preparationDays',
  'transitDays',
  'totalDays',
  'contactUrl',
] as const
export type Placeholder = (typeof placeholders)[number]

const known = new Set<string>(placeholders)
const fillable = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.refine(
    (text) => [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => known.has(name)),
    `In braces stands one of ${placeholders.join(', ')}`,
  )

const wrongLink = 'Please write a path of the shop, as /services, or an address with https://'
const link = z.string().trim().max(500).refine(leadsSomewhere, wrongLink)
/** A link as above, or the shop's address of a messaging service. */
const buttonLink = z
  .string()
  .trim()
  .max(500)
  .refine((value) => value === '{contactUrl}' || leadsSomewhere(value), wrongLink)

/** `src` is an upload's, or from a list of pictures. */
export const chosenPicture = z.strictObject({
  src: z.string().min(1, 'Please choose a picture').max(500),
  alt: lineOfText(300),
})
export type ChosenPicture = z.infer<typeof chosenPicture>

/** Rejects duplicates: the shop identifies these by their text. */
export const saidOnce =
  <Item>(of: (item: Item) => string, message: string) =>
  (items: Item[], check: z.core.$RefinementCtx) => {
    const all = items.map(of)
    for (const [at, said] of all.entries())
      if (all.indexOf(said) !== at) check.addIssue({ code: 'custom', path: [at], message })
  }
const paragraph = fillable(textOfLines(3_000))
export const paragraphs = (most: number) =>
  z
    .array(paragraph)
    .max(most)
    .superRefine(saidOnce((text) => text, 'This paragraph stands there already'))

const button = z.strictObject({
  name: requiredLine('Please name the button', 60),
  link: buttonLink,
})

const tileFields = {
  name: requiredLine('Please name the tile', 80),
  text: lineOfText(200),
  picture: chosenPicture,
}

/** The common fields of a banner slide and a story. */
const sceneFields = {
  picture: chosenPicture,
  /** A taller crop for narrow screens. */
  portrait: chosenPicture.nullable(),
  overline: lineOfText(60),
  ctas: requiredLine('Please say what the button does', 40),
  link,
}

export const homeDraft = z.strictObject({
  banner: z
    .array(
      z.strictObject({
        ...sceneFields,
        title: requiredLine('Please give the slide a title', 120),
        /** Its pictures at some hours; missing: they stay as they are. */
        hours: z
          .array(
            z
              .strictObject({
                ...hoursOfDay,
                picture: chosenPicture,
                portrait: chosenPicture.nullable(),
              })
              .refine(({ from, until }) => from !== until, {
                path: ['until'],
                error: 'Please choose another hour than the first',
              }),
          )
          .max(6)
          .optional(),
      }),
    )
    .min(1, 'The banner has at least one slide')
    .max(10)
    .superRefine(saidOnce(({ title }) => title, 'Another slide has this title')),
  categoriesTitle: requiredLine('Please give a title', 80),
  categoryTiles: z.array(z.strictObject({ ...tileFields, link })).max(24),
  servicesTitle: requiredLine('Please give a title', 80),
  servicesCaption: lineOfText(200),
  serviceTiles: z
    .array(
      z.strictObject({
        ...tileFields,
        link: link.or(z.literal('')),
        buttons: z
          .array(button)
          .max(3)
          .superRefine(saidOnce(({ name }) => name, 'Another button has this name')),
      }),
    )
    .max(12),
  trendingTitle: requiredLine('Please give a title', 80),
  newInTitle: requiredLine('Please give a title', 80),
  /** Missing: they stay as they are. */
  stories: z
    .array(
      z.strictObject({
        ...sceneFields,
        title: requiredLine('Please give the story a title', 120),
        text: lineOfText(300),
      }),
    )
    .max(24)
    .optional(),
})
export type HomeDraft = z.output<typeof homeDraft>

/** Days, as `2–4` or `3`; a hyphen becomes a dash. */
export const days = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\s*[-–]\s*\d{1,3})?$/, 'Please write days as 3, or 2–4')
  .transform((text) => text.replace(/\s*[-–]\s*/, '–'))

const wrongAmount = 'Please write an amount, as 15.99'
export const amount = (most: number) =>
  z
    .number(wrongAmount)
    .nonnegative(wrongAmount)
    .multipleOf(0.01, wrongAmount)
    .refine(isHundredths, wrongAmount)
    .max(most, `At most ${most}`)

export const settingsDraft = z.strictObject({
  /** The time zone of the shop's days and times, an IANA name. */
  timeZone: timeZoneName,
})
export type SettingsDraft = z.output<typeof settingsDraft>

/** The parts of the shop that are open to shoppers. */
export const availabilityDraft = z.strictObject({
  /** Shoppers can look at everything, but change and order nothing. */
  isReadOnly: z.boolean(),
  /** Not offered while they are in this list. */
  closedPaymentMethods: z.array(paymentMethod).max(paymentMethods.length),
  isChatClosed: z.boolean(),
})
export type Availability = z.output<typeof availabilityDraft>

const productList = z
  .array(identifier)
  .max(24)
  .superRefine(saidOnce((name) => name, 'This product is already in the list'))
export const recommendationsDraft = z.strictObject({
  homeMain: productList,
  homeSpecial: productList,
  hotSearches: productList,
  hotKeywords: z
    .array(requiredLine('Please write a word, or remove the line', 40))
    .max(20)
    .superRefine(saidOnce((word) => word.toLowerCase(), 'This stands there already')),
})
export type RecommendationsDraft = z.output<typeof recommendationsDraft>

const anchor = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use small letters, digits and single hyphens')
  .max(60)

export const faqDraft = z.strictObject({
  themes: z
    .array(
      z.strictObject({
        /** The page's path is `/faq/{slug}`. */
        slug: anchor,
        title: requiredLine('Please give the theme a title', 80),
        items: z
          .array(
            z.strictObject({
              question: requiredLine('Please write the question', 200),
              answer: paragraphs(12).min(1, 'Please write an answer'),
            }),
          )
          .min(1, 'A theme has at least one question')
          .max(60)
          .superRefine(saidOnce(({ question }) => question, 'This question stands there already')),
      }),
    )
    .min(1, 'There is at least one theme')
    .max(12)
    .superRefine(saidOnce(({ slug }) => slug, 'Another theme has this address')),
})
export type FaqDraft = z.output<typeof faqDraft>

const tableDraft = z
  .strictObject({
    columns: z.array(lineOfText(60)).min(1).max(12),
    rows: z.array(z.array(lineOfText(120)).max(12)).max(100),
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), {
    path: ['rows'],
    message: 'Each row has a cell for each column',
  })

export const pageDraft = z.strictObject({
  title: requiredLine('Please give the page a title', 120),
  description: requiredLine('Please say in a sentence what the page is about', 300),
  picture: chosenPicture.nullable(),
  sections: z
    .array(
      z.strictObject({
        /** Identifies the section in URLs, and as a product's size guide. */
        id: anchor,
        heading: requiredLine('Please give the section a heading', 120),
        body: paragraphs(40),
        table: tableDraft.nullable(),
        /** Missing: it stays as it is. */
        picture: chosenPicture.nullable().optional(),
      }),
    )
    .min(1, 'A page has at least one section')
    .max(40)
    .superRefine(saidOnce(({ id }) => id, 'Another section has this name')),
})
export type PageDraft = z.output<typeof pageDraft>

export const giftsDraft = z.strictObject({
  /** While false, the checkout does not offer gifts, and orders with gift options are rejected. */
  isOffered: z.boolean(),
  wrapFee: amount(999.99),
})
export type GiftsDraft = z.output<typeof giftsDraft>
