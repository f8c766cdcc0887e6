import type { HomeContent, Page, Tile } from '@solvane/contract/content'
import type { z } from 'zod'
import type { storedContent } from '../../src/features/content/stored-content.ts'
import * as content from './house/content.ts'
import { faqThemes } from './house/faq.ts'
import { housePages } from './house/pages.ts'
import { policy } from './house/policy.ts'
import type { Form, HouseTile } from './house/types.ts'
import { hasPicture, pictureNamed, pictureOfForm } from './pictures.ts'

type Stored<Key extends keyof typeof storedContent> = z.input<(typeof storedContent)[Key]>

const landscape = { width: 1600, height: 900 }

/** The synonyms of the house, a row a term, as the table takes them. */
export function houseSynonyms(): { term: string; synonyms: string[] }[] {
  const synonymsOf = new Map<string, string[]>()
  for (const { from, to } of content.searchSynonyms)
    for (const term of from) synonymsOf.set(term, [...(synonymsOf.get(term) ?? []), to])
  return [...synonymsOf].map(([term, synonyms]) => ({ term, synonyms }))
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
    banner: content.bannerSlides.map(({ overline, title, ctas, link }) => {
      const picture = pictureNamed('banner', title, landscape)
      return {
        cover: picture.src,
        picture,
        portrait: hasPicture('banner-portrait') ? pictureNamed('banner-portrait', title) : null,
        overline,
        title,
        ctas,
        link,
      }
    }),
    categoriesTitle: content.categoriesTitle,
    categoryTiles: content.categoryTiles.map((tile) =>
      toTile(tile, pictureOfForm(tile.cover as Form, tile.name)),
    ),
    servicesTitle: content.servicesTitle,
    servicesCaption: content.servicesCaption,
    serviceTiles: content.serviceTiles.map((tile) =>
      toTile(tile, pictureNamed(tile.cover.replace('service/', ''), tile.name)),
    ),
    trendingTitle: content.trendingTitle,
    newInTitle: content.newInTitle,
  }
}

function toTile({ id, name, text, link, buttons }: HouseTile, picture: Tile['picture']): Tile {
  return { id, name, text, link, cover: picture.src, picture, ...(buttons && { buttons }) }
}

function toPage({ sections, ...page }: (typeof housePages)[number]): Page {
  return {
    ...page,
    picture: null,
    sections: sections.map(({ table = null, ...section }) => ({ ...section, table })),
  }
}
