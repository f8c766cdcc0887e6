import { faqTheme, homeContent, page } from '@solvane/contract/content'
import { availabilityDraft } from '@solvane/contract/content-drafts'
import { z } from 'zod'

/** What staff can set of the shop; amounts in cents. */
export const storedSettings = z.object({
  shippingFeeCents: z.number().int().nonnegative(),
  freeShippingFromCents: z.number().int().nonnegative(),
  preparationDays: z.string(),
  transitDays: z.string(),
  totalDays: z.string(),
  defaultDeliveryText: z.array(z.string()),
  timeZone: z.string(),
})
export type StoredSettings = z.infer<typeof storedSettings>

/** Identifiers of the products of each block, in order. */
export const storedRecommendations = z.object({
  homeMain: z.array(z.string()),
  homeSpecial: z.array(z.string()),
  hotSearches: z.array(z.string()),
  hotKeywords: z.array(z.string()),
})

/** The documents of the content table: key → shape. Pages are under `page:{slug}`. */
export const storedContent = {
  home: homeContent,
  settings: storedSettings,
  availability: availabilityDraft,
  recommendations: storedRecommendations,
  faq: z.object({ themes: z.array(faqTheme) }),
} as const

export const storedPage = page
