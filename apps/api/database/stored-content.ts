import { faqTheme, homeDocument, page, story } from '@solvane/contract/content'
import { availabilityDraft } from '@solvane/contract/content-drafts'
import { invoicingDraft } from '@solvane/contract/invoices.admin'
import { z } from 'zod'

const storedMethod = z.object({
  id: z.string(),
  name: z.string(),
  feeCents: z.number().int().nonnegative(),
  /** Null: never free. */
  freeFromCents: z.number().int().nonnegative().nullable(),
  /** Fees by weight, ascending; above the last one the method's own applies. Missing in older documents. */
  weightBands: z
    .array(z.object({ upToGrams: z.number().int(), feeCents: z.number().int().nonnegative() }))
    .default([]),
  transitDays: z.string(),
  /** Empty: preparation and transit added up. */
  totalDays: z.string(),
})
export type StoredMethod = z.infer<typeof storedMethod>

const storedZone = z.object({
  id: z.string(),
  name: z.string(),
  countries: z.array(z.string()),
  postcodes: z.array(z.string()),
  methods: z.array(storedMethod).min(1),
})
export type StoredZone = z.infer<typeof storedZone>

/** Where the shop delivers to, how, for how much and how fast; days as `2–4` or `3`, amounts in cents. */
export const storedDelivery = z.object({
  cutOff: z.string(),
  workingDays: z.array(z.number()),
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  preparationDays: z.string(),
  /** Shown for products without a delivery text of their own. */
  defaultDeliveryText: z.array(z.string()),
  zones: z.array(storedZone).min(1),
})
export type StoredDelivery = z.infer<typeof storedDelivery>

/** Identifiers of the products of each block, in order. */
export const storedRecommendations = z.object({
  homeMain: z.array(z.string()),
  homeSpecial: z.array(z.string()),
  hotSearches: z.array(z.string()),
  hotKeywords: z.array(z.string()),
})

/** The documents of the content table: key → shape. Pages are under `page:{slug}`. */
export const storedContent = {
  home: homeDocument.extend({ stories: z.array(story).default([]) }),
  settings: z.object({ timeZone: z.string() }),
  delivery: storedDelivery,
  availability: availabilityDraft,
  gifts: z.object({ isOffered: z.boolean(), wrapCents: z.number().int().nonnegative() }),
  recommendations: storedRecommendations,
  faq: z.object({ themes: z.array(faqTheme) }),
  invoicing: invoicingDraft,
} as const

export type StoredHome = z.output<typeof storedContent.home>

export const storedPage = page
