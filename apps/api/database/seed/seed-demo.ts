import type { Pool } from 'pg'
import {
  type ContentDocument,
  defaultGifts,
  defaultInvoicing,
  defaultSettings,
  deliveryWith,
  everythingOpen,
  type Stored,
} from '../defaults/default-content.ts'
import { defaultHome, toTile, withPictures } from '../defaults/default-home.ts'
import { toPage } from '../defaults/default-pages.ts'
import { legalPages } from '../defaults/pages-legal.ts'
import { sizeGuidePage } from '../defaults/pages-size-guide.ts'
import { pictureNamed } from '../picture-manifest.ts'
import { insertCatalogue, insertRows, seededTables } from './catalogue-rows.ts'
import { coverOf, demoCatalogue, demoCategories } from './demo-catalogue.ts'
import {
  cannedReplies,
  colors,
  content,
  coupons,
  faqThemes,
  ownPages,
  productNamed,
  searchSynonyms,
} from './demo-data.ts'
import { stableId } from './stable-id.ts'

/**
 * Fills an empty database with the demo store of `demo/`, with dates around `at`. Returns false and
 * changes nothing when there is a catalogue already.
 */
export async function seedDemo(pool: Pool, at: Date): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table category in share row exclusive mode')
    const { rowCount } = await client.query('select 1 from category limit 1')
    if (rowCount) {
      await client.query('rollback')
      return false
    }
    await insertRows(
      client,
      'color',
      colors.map(({ name, hex }, position) => ({ name, hex, position })),
    )
    await insertRows(client, 'category', demoCategories())
    await insertCatalogue(client, demoCatalogue(at))
    await insertRows(client, 'search_synonym', demoSynonyms())
    await insertRows(client, 'content', demoContent())
    await insertRows(client, 'coupon', demoCoupons(at))
    await insertRows(client, 'chat_canned_reply', demoReplies(at))
    await client.query('update return_policy set return_address = $1', [demoReturnAddress])
    await client.query('commit')
    await client.query(`analyze ${seededTables}`)
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The pages of the demo store. */
export const demoPages = [...ownPages, sizeGuidePage, ...legalPages]

const demoAddress = '12 Harbour Row\nNew York, NY 10013\nUnited States'

/** Where returned goods are sent. */
const demoReturnAddress = `Solvane, Returns\n${demoAddress}`

/** The documents of the content table. */
export function demoContent(): ContentDocument[] {
  const { homeMain, homeSpecial, hotSearches, hotKeywords } = content
  const recommendations: Stored<'recommendations'> = {
    homeMain,
    homeSpecial,
    hotSearches,
    hotKeywords,
  }
  const faq: Stored<'faq'> = { themes: faqThemes }
  const home: Stored<'home'> = {
    ...defaultHome(),
    categoryTiles: content.categoryTiles.map((tile) =>
      toTile(tile, coverOf(productNamed(tile.cover))),
    ),
    serviceTiles: content.serviceTiles.map((tile) => toTile(tile, pictureNamed(tile.cover))),
    stories: content.stories.map(withPictures),
  }
  return [
    { key: 'home', value: home },
    { key: 'settings', value: defaultSettings },
    { key: 'delivery', value: deliveryWith(content.deliveryText) },
    { key: 'availability', value: everythingOpen },
    { key: 'gifts', value: defaultGifts },
    { key: 'recommendations', value: recommendations },
    { key: 'faq', value: faq },
    { key: 'invoicing', value: { ...defaultInvoicing, address: demoAddress } },
    ...demoPages.map((page) => ({ key: `page:${page.slug}`, value: toPage(page) })),
  ]
}

/** The synonyms as their table takes them, a row a term. */
function demoSynonyms(): { term: string; synonyms: string[] }[] {
  return searchSynonyms.flatMap(({ from, to }) => from.map((term) => ({ term, synonyms: to })))
}

/** The coupons as their table takes them, with dates around `today`. */
function demoCoupons(today: Date) {
  const inDays = (days: number | undefined) =>
    days === undefined ? null : new Date(today.getTime() + days * 86_400_000).toISOString()
  return coupons.map(({ startsInDays, endsInDays, ...coupon }) => ({
    minimum_cents: 0,
    total_limit: null,
    customer_limit: null,
    is_listed: true,
    is_enabled: true,
    ...coupon,
    id: stableId('coupon', coupon.code),
    starts_at: inDays(startsInDays),
    valid_until: inDays(endsInDays),
    created_at: today.toISOString(),
  }))
}

/** The saved replies of the chat as their table takes them. */
function demoReplies(at: Date) {
  return cannedReplies.map((reply) => ({
    id: stableId('reply', reply.title),
    ...reply,
    updated_at: at.toISOString(),
  }))
}
