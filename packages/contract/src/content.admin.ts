import { z } from 'zod'
import { picture } from './catalog.ts'
import { faqTheme, homeDocument, page } from './content.ts'
import {
  availabilityDraft,
  faqDraft,
  giftsDraft,
  homeDraft,
  pageDraft,
  recommendationsDraft,
  settingsDraft,
} from './content-drafts.ts'
import { deliveryDraft } from './delivery.admin.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'

/** Editing the shop's texts and pictures. */

/** A document as stored; a save sends the version it is based on. */
const versioned = <Document extends z.ZodType>(document: Document) =>
  envelope(z.object({ version: z.string(), document }))
const saved = <Draft extends z.ZodType>(document: Draft) =>
  z.strictObject({ version: z.string().max(64), document })

const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const saveErrors = [...errors, 'STALE_EDIT'] as const
const slug = z.object({ slug: z.string().min(1).max(100) })

/** A featured product, as the back office lists it. */
export const featuredProduct = z.object({
  id: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  cover: picture.nullable(),
  /** False if it is withdrawn or deleted: the shop leaves it out. */
  isInShop: z.boolean(),
})
export type FeaturedProduct = z.infer<typeof featuredProduct>
const recommendationsDocument = z.object({
  homeMain: z.array(featuredProduct),
  homeSpecial: z.array(featuredProduct),
  hotSearches: z.array(featuredProduct),
  hotKeywords: z.array(z.string()),
})

export const getHomeDraft = defineEndpoint('getHomeDraft', {
  summary: 'The home page as it is edited',
  access: 'admin',
  response: versioned(homeDocument),
  errors,
})
export const saveHome = defineEndpoint('saveHome', {
  summary: 'Saves the home page: banner, stories, tiles and titles, in the order given',
  access: 'admin',
  body: saved(homeDraft),
  response: versioned(homeDocument),
  errors: saveErrors,
})

export const getSettingsDraft = defineEndpoint('getSettingsDraft', {
  summary: 'The settings of the shop as they are edited: its time zone',
  access: 'admin',
  response: versioned(settingsDraft),
  errors,
})
export const saveSettings = defineEndpoint('saveSettings', {
  summary:
    'Saves the settings of the shop: lists, reports and sale dates have the time zone at once',
  access: 'admin',
  body: saved(settingsDraft),
  response: versioned(settingsDraft),
  errors: saveErrors,
})

export const getDeliveryDraft = defineEndpoint('getDeliveryDraft', {
  summary: 'Zones, methods, days and holidays of delivery, as they are edited',
  access: 'admin',
  response: versioned(deliveryDraft),
  errors,
})
export const saveDelivery = defineEndpoint('saveDelivery', {
  summary:
    'Saves zones, methods, days and holidays of delivery; texts, previews and new orders have them at once',
  access: 'admin',
  body: saved(deliveryDraft),
  response: versioned(deliveryDraft),
  errors: saveErrors,
})

export const getGiftsDraft = defineEndpoint('getGiftsDraft', {
  summary: 'Whether orders can be gifts and what wrapping costs, as it is edited',
  access: 'admin',
  response: versioned(giftsDraft),
  errors,
})
export const saveGifts = defineEndpoint('saveGifts', {
  summary:
    'Saves whether orders can be gifts and what wrapping costs, for every preview from now on',
  access: 'admin',
  body: saved(giftsDraft),
  response: versioned(giftsDraft),
  errors: saveErrors,
})

export const getAvailability = defineEndpoint('getAvailability', {
  summary: 'What of the shop is open',
  access: 'admin',
  response: versioned(availabilityDraft),
  errors,
})
export const saveAvailability = defineEndpoint('saveAvailability', {
  summary: 'Opens and closes the shop for changes, payment methods and the chat, at once',
  access: 'admin',
  body: saved(availabilityDraft),
  response: versioned(availabilityDraft),
  errors: saveErrors,
})

export const getRecommendationsDraft = defineEndpoint('getRecommendationsDraft', {
  summary:
    'The featured products and search words, including products that are not in the shop now',
  access: 'admin',
  response: versioned(recommendationsDocument),
  errors,
})
export const saveRecommendations = defineEndpoint('saveRecommendations', {
  summary: 'Saves the featured products, by identifier, and search words, in this order',
  access: 'admin',
  body: saved(recommendationsDraft),
  response: versioned(recommendationsDocument),
  errors: saveErrors,
})

export const getFaqDraft = defineEndpoint('getFaqDraft', {
  summary: 'The questions and answers as they are edited',
  access: 'admin',
  response: versioned(z.object({ themes: z.array(faqTheme) })),
  errors,
})
export const saveFaq = defineEndpoint('saveFaq', {
  summary: 'Saves the questions and answers',
  access: 'admin',
  body: saved(faqDraft),
  response: versioned(z.object({ themes: z.array(faqTheme) })),
  errors: saveErrors,
})

export const listPages = defineEndpoint('listPages', {
  summary: 'The information pages',
  access: 'admin',
  response: listEnvelope(z.object({ id: z.string(), slug: z.string(), title: z.string() })),
  errors,
})
export const getPageDraft = defineEndpoint('getPageDraft', {
  summary: 'An information page as it is edited',
  access: 'admin',
  params: slug,
  response: versioned(page),
  errors: [...errors, 'PAGE_NOT_FOUND'],
})
export const savePage = defineEndpoint('savePage', {
  summary:
    'Saves an information page; sections that products use as their size guide cannot be removed',
  access: 'admin',
  params: slug,
  body: saved(pageDraft),
  response: versioned(page),
  errors: [...saveErrors, 'PAGE_NOT_FOUND'],
})

export const listPictures = defineEndpoint('listPictures', {
  summary: 'Pictures to choose from: those of the content and of products',
  access: 'admin',
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    size: z.coerce.number().int().min(1).max(100).default(24),
    /** Searched in alternative texts and names of products. */
    q: z.string().trim().max(100).default(''),
  }),
  response: listEnvelope(picture),
  errors,
})
