import type { HomeContent } from '@solvane/contract/content'
import { type ContentDocument, type Stored, settingsWith } from '../defaults/default-content.ts'
import { defaultHome, toTile } from '../defaults/default-home.ts'
import { toPage } from '../defaults/default-pages.ts'
import * as content from './house/content.ts'
import { faqThemes } from './house/faq.ts'
import { housePages } from './house/pages.ts'
import { productNamed } from './house/products.ts'
import { coverOf, pictureNamed } from './pictures.ts'

/** The synonyms of the house, a row a term, as the table takes them. */
export function houseSynonyms(): { term: string; synonyms: string[] }[] {
  return content.searchSynonyms.flatMap(({ from, to }) =>
    from.map((term) => ({ term, synonyms: to })),
  )
}

/** The documents of the content table that the demo house begins with. */
export function houseContent(): ContentDocument[] {
  const recommendations: Stored<'recommendations'> = {
    homeMain: [...content.homeMain],
    homeSpecial: [...content.homeSpecial],
    hotSearches: [...content.hotSearches],
    hotKeywords: [...content.hotKeywords],
  }
  const faq: Stored<'faq'> = { themes: faqThemes.map((theme) => ({ ...theme })) }
  return [
    { key: 'home', value: home() },
    { key: 'settings', value: settingsWith([...content.defaultDeliveryText]) },
    { key: 'recommendations', value: recommendations },
    { key: 'faq', value: faq },
    ...housePages.map((page) => ({ key: `page:${page.slug}`, value: toPage(page) })),
  ]
}

function home(): HomeContent {
  return {
    ...defaultHome(),
    categoryTiles: content.categoryTiles.map((tile) =>
      toTile(tile, coverOf(productNamed(tile.cover))),
    ),
    serviceTiles: content.serviceTiles.map((tile) => toTile(tile, pictureNamed(tile.cover))),
  }
}
