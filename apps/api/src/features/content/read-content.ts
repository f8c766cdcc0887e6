import type { FaqTheme, HomeContent, Page, SiteSettings } from '@solvane/contract/content'
import type { Placeholder } from '@solvane/contract/content-drafts'
import { type StoredSettings, storedPage } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findContent, listPageSlugs } from './content.queries.ts'
import { readDocument, shownDocument } from './read-document.ts'

type Context = Pick<AppContext, 'changes' | 'db' | 'config'>

/** Banner, tiles and titles of the home page. */
export async function getHomeContent(ctx: Context): Promise<HomeContent> {
  const [home, settings] = await Promise.all([
    shownDocument(ctx, 'home'),
    shownDocument(ctx, 'settings'),
  ])
  return {
    ...home,
    serviceTiles: home.serviceTiles.map((tile) => ({
      ...tile,
      buttons: tile.buttons?.map(({ name, link }) => ({
        name,
        link: fillText(link, settings, ctx.config.contactUrl),
      })),
    })),
  }
}

/** Settings that pages show; amounts in dollars. */
export async function getSiteSettings(ctx: Context): Promise<SiteSettings> {
  const [settings, { isReadOnly, isChatClosed }] = await Promise.all([
    shownDocument(ctx, 'settings'),
    shownDocument(ctx, 'availability'),
  ])
  return {
    assetsBaseUrl: ctx.config.assetsBaseUrl,
    contactUrl: ctx.config.contactUrl,
    publicUrl: ctx.config.publicUrl,
    currency: 'USD',
    shippingFee: settings.shippingFeeCents / 100,
    freeShippingFrom: settings.freeShippingFromCents / 100,
    transitDays: settings.transitDays,
    totalDays: settings.totalDays,
    defaultDeliveryText: settings.defaultDeliveryText.map((line) =>
      fillText(line, settings, ctx.config.contactUrl),
    ),
    timeZone: settings.timeZone,
    isReadOnly,
    isChatClosed,
    pixel: ctx.config.pixel,
  }
}

/** The time zone of the shop's days and times, an IANA name. */
export async function shopTimeZone(ctx: Pick<AppContext, 'db'>): Promise<string> {
  return (await readDocument(ctx, 'settings')).timeZone
}

/** An information page with its placeholders filled in. Throws `PAGE_NOT_FOUND`. */
export async function getPage(ctx: Context, slug: string): Promise<Page> {
  const [stored, settings] = await Promise.all([
    findContent(ctx.db, `page:${slug}`),
    shownDocument(ctx, 'settings'),
  ])
  if (stored === undefined) throw new ShopError('PAGE_NOT_FOUND')
  const page = storedPage.parse(stored)
  return {
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      body: section.body.map((paragraph) => fillText(paragraph, settings, ctx.config.contactUrl)),
    })),
  }
}

/** Questions and answers by theme, with their placeholders filled in. */
export async function getFaq(ctx: Context): Promise<{ themes: FaqTheme[] }> {
  const [{ themes }, settings] = await Promise.all([
    shownDocument(ctx, 'faq'),
    shownDocument(ctx, 'settings'),
  ])
  return {
    themes: themes.map((theme) => ({
      ...theme,
      items: theme.items.map(({ question, answer }) => ({
        question,
        answer: answer.map((paragraph) => fillText(paragraph, settings, ctx.config.contactUrl)),
      })),
    })),
  }
}

/** The paths of all information pages and themes of questions. */
export async function listPagePaths(ctx: Pick<AppContext, 'db'>): Promise<string[]> {
  const [slugs, { themes }] = await Promise.all([listPageSlugs(ctx.db), readDocument(ctx, 'faq')])
  return [...slugs.map((slug) => `/${slug}`), ...themes.map(({ slug }) => `/faq/${slug}`)]
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

function money(cents: number): string {
  return (cents % 100 === 0 ? wholeDollars : dollars).format(cents / 100)
}

/** Replaces the placeholders of a text by the settings. */
function fillText(text: string, settings: StoredSettings, contactUrl: string): string {
  const values: Record<Placeholder, () => string> = {
    shippingFee: () => money(settings.shippingFeeCents),
    freeShippingFrom: () => money(settings.freeShippingFromCents),
    preparationDays: () => settings.preparationDays,
    transitDays: () => settings.transitDays,
    totalDays: () => settings.totalDays,
    contactUrl: () => contactUrl,
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder]() : placeholder,
  )
}
