import { z } from 'zod'
import { picture } from './catalog.ts'
import { weightBand } from './delivery.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars } from './money.ts'

const button = z.object({ name: z.string(), link: z.string() })

export const bannerSlide = z.object({
  cover: z.string(),
  picture,
  /** A taller crop for narrow screens. */
  portrait: picture.nullable(),
  overline: z.string(),
  title: z.string(),
  ctas: z.string(),
  link: z.string(),
})
export type BannerSlide = z.infer<typeof bannerSlide>

/** A time of day by its hours, 0 to 23, in the shop's time zone; one over midnight ends before it begins. */
export const hoursOfDay = {
  from: z.number().int().min(0).max(23),
  /** The hour with which it is over. */
  until: z.number().int().min(0).max(23),
}

export const tile = z.object({
  id: z.string(),
  name: z.string(),
  /** One line under the name; empty on category tiles. */
  text: z.string(),
  link: z.string(),
  cover: z.string(),
  picture,
  buttons: z.array(button).optional(),
})
export type Tile = z.infer<typeof tile>

/** A scene with a text. */
export const story = z.object({
  picture,
  /** A taller crop for narrow screens. */
  portrait: picture.nullable(),
  overline: z.string(),
  title: z.string(),
  text: z.string(),
  ctas: z.string(),
  link: z.string(),
})

export const homeContent = z.object({
  banner: z.array(bannerSlide),
  categoriesTitle: z.string(),
  categoryTiles: z.array(tile),
  servicesTitle: z.string(),
  servicesCaption: z.string(),
  serviceTiles: z.array(tile),
  trendingTitle: z.string(),
  newInTitle: z.string(),
  /**
   * The first two stand on the home page: after the category tiles, and between the blocks of products. Each
   * stands in the listings above the one that it leads to. Missing from the release before.
   */
  stories: z.array(story).optional(),
})
export type HomeContent = z.infer<typeof homeContent>

/** The home page as it is stored and edited: its slides may have other pictures at some hours. */
export const homeDocument = homeContent.extend({
  banner: z.array(
    bannerSlide.extend({
      /** The first whose hours it is replaces the slide's pictures. Missing from earlier releases. */
      hours: z
        .array(z.object({ ...hoursOfDay, picture, portrait: picture.nullable() }))
        .default([]),
    }),
  ),
})
export type HomeDocument = z.infer<typeof homeDocument>

export const getHomeContent = defineEndpoint('getHomeContent', {
  summary: 'Banner, stories, tiles and titles of the home page',
  response: envelope(homeContent),
})

export const table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })

export const page = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  picture: picture.nullable(),
  sections: z.array(
    z.object({
      id: z.string(),
      heading: z.string(),
      body: z.array(z.string()),
      table: table.nullable(),
      /** Stands beside this section and those that follow without one. Missing from the release before. */
      picture: picture.nullable().optional(),
    }),
  ),
})
export type Page = z.infer<typeof page>

export const getPage = defineEndpoint('getPage', {
  summary: 'An information page, with the settings written into its text',
  params: z.object({ slug: z.string().min(1).max(100) }),
  response: envelope(page),
  errors: ['PAGE_NOT_FOUND'],
})

export const faqTheme = z.object({
  slug: z.string(),
  title: z.string(),
  items: z.array(z.object({ question: z.string(), answer: z.array(z.string()) })),
})
export type FaqTheme = z.infer<typeof faqTheme>

export const getFaq = defineEndpoint('getFaq', {
  summary: 'The questions and answers, by theme',
  response: envelope(z.object({ themes: z.array(faqTheme) })),
})

export const siteSettings = z.object({
  assetsBaseUrl: z.string(),
  contactUrl: z.string(),
  publicUrl: z.string(),
  currency: z.literal('USD'),
  shippingFee: dollars,
  freeShippingFrom: dollars,
  /** Fees by weight, the lightest first, in place of `shippingFee`; missing without any. */
  weightBands: z.array(weightBand).optional(),
  preparationDays: z.string(),
  transitDays: z.string(),
  totalDays: z.string(),
  defaultDeliveryText: z.array(z.string()),
  /**
   * The first method of each zone, for structured data. A zone of only some postcodes is missing, and
   * a country is in the first zone that has it.
   */
  deliveryZones: z.array(
    z.object({
      /** ISO 3166-1 alpha-2; empty: all others. */
      countries: z.array(z.string()),
      fee: dollars,
      /** Null: never free. */
      freeFrom: dollars.nullable(),
      weightBands: z.array(weightBand).optional(),
      transitDays: z.string(),
    }),
  ),
  /**
   * The time zone of the shop's days and times, an IANA name: for lists, reports and sale windows.
   */
  timeZone: z.string(),
  /** The terms of returns that are valid now, those of named countries first. */
  returnPolicies: z.array(
    z.object({
      /** ISO 3166-1 alpha-2; empty: all others. */
      countries: z.array(z.string()),
      noticeDays: z.number().int(),
      /** The lowest restocking fee in percent. */
      feeFrom: z.number(),
      shopPaysPostage: z.boolean(),
    }),
  ),
  /** Shoppers can look at everything, but change and order nothing for now. */
  isReadOnly: z.boolean(),
  /** The support chat is not offered for now. */
  isChatClosed: z.boolean(),
  /**
   * The id and the URL of the advertising pixel. Null: nothing is measured, and no consent is
   * requested.
   */
  pixel: z.object({ id: z.string(), url: z.string() }).nullable(),
})
export type SiteSettings = z.infer<typeof siteSettings>

export const getSiteSettings = defineEndpoint('getSiteSettings', {
  summary: 'Settings of the shop that every page needs',
  response: envelope(siteSettings),
})
