import type { HomeContent, Page, Tile } from '@solvane/contract/content'
import type { z } from 'zod'
import type { storedContent } from '../stored-content.ts'
import * as content from './house/content.ts'
import { faqThemes } from './house/faq.ts'
import { housePages } from './house/pages.ts'
import { policy } from './house/policy.ts'
import { productNamed } from './house/products.ts'
import type { HouseTile } from './house/types.ts'
import { coverOf, pictureNamed } from './pictures.ts'

type Stored<Key extends keyof typeof storedContent> = z.input<(typeof storedContent)[Key]>

/** The synonyms of the house, a row a term, as the table takes them. */
export function houseSynonyms(): { term: string; synonyms: string[] }[] {
  return content.searchSynonyms.flatMap(({ from, to }) =>
    from.map((term) => ({ term, synonyms: to })),
  )
}

/** The documents of the content table that the demo house begins with. */
export function houseContent(): { key: string; value: unknown }[] {
  const settings: Stored<'settings'> = {
    shippingFeeCents: policy.shippingFeeCents,
    freeShippingFromCents: policy.freeShippingFromCents,
    preparationDays: words(policy.preparationDays),
    transitDays: words(policy.transitDays),
    totalDays: words(policy.totalDays),
    defaultDeliveryText: [...content.defaultDeliveryText],
    timeZone: content.timeZone,
  }
  const recommendations: Stored<'recommendations'> = {
    homeMain: [...content.homeMain],
    homeSpecial: [...content.homeSpecial],
    hotSearches: [...content.hotSearches],
    hotKeywords: [...content.hotKeywords],
  }
  const faq: Stored<'faq'> = { themes: faqThemes.map((theme) => ({ ...theme })) }
  return [
    { key: 'home', value: home() },
    { key: 'settings', value: settings },
    { key: 'recommendations', value: recommendations },
    { key: 'faq', value: faq },
    ...housePages.map((page) => ({ key: `page:${page.slug}`, value: toPage(page) })),
  ]
}

function words({ min, max }: { min: number; max: number }): string {
  return `${min}–${max}`
}

function home(): HomeContent {
  return {
    banner: content.bannerSlides.map(({ cover, portrait, ...words }) => {
      const picture = pictureNamed(cover)
      return { cover: picture.src, picture, portrait: pictureNamed(portrait), ...words }
    }),
    categoriesTitle: content.categoriesTitle,
    categoryTiles: content.categoryTiles.map((tile) =>
      toTile(tile, coverOf(productNamed(tile.cover))),
    ),
    servicesTitle: content.servicesTitle,
    servicesCaption: content.servicesCaption,
    serviceTiles: content.serviceTiles.map((tile) => toTile(tile, pictureNamed(tile.cover))),
    trendingTitle: content.trendingTitle,
    newInTitle: content.newInTitle,
  }
}

function toTile({ id, name, text, link, buttons }: HouseTile, picture: Tile['picture']): Tile {
  return { id, name, text, link, cover: picture.src, picture, ...(buttons && { buttons }) }
}

function toPage({ sections, picture, ...page }: (typeof housePages)[number]): Page {
  return {
    ...page,
    picture: picture ? pictureNamed(picture) : null,
    sections: sections.map(({ table = null, ...section }) => ({ ...section, table })),
  }
}
