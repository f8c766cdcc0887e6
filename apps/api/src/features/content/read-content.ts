import type {
  BannerSlide,
  FaqTheme,
  HomeContent,
  Page,
  SiteSettings,
} from '@solvane/contract/content'
import type { Placeholder } from '@solvane/contract/content-drafts'
import type { DeliveryMethod } from '@solvane/contract/delivery'
import { toLocalTime } from '@solvane/contract/time-zone'
import {
  type StoredDelivery,
  type StoredHome,
  storedContent,
  storedPage,
} from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  type Destination,
  methodsFor,
  shownFees,
  shownZones,
  standardMethodOf,
  totalDaysOf,
} from '../delivery/delivery-rules.ts'
import { validReturnPolicies } from '../return-policies/return-policies.ts'
import { findContent, listPageSlugs } from './content.queries.ts'
import { findDocument, readDocument, shownDocument, shownResult } from './documents.ts'

type Context = Pick<AppContext, 'changes' | 'db' | 'config'>

/** Banner, stories, tiles and titles of the home page, with the pictures of this hour. */
export async function getHomeContent(
  ctx: Context & Pick<AppContext, 'clock'>,
): Promise<HomeContent> {
  const [home, delivery, { timeZone }] = await Promise.all([
    shownDocument(ctx, 'home'),
    shownDocument(ctx, 'delivery'),
    shownDocument(ctx, 'settings'),
  ])
  const hour = Number(toLocalTime(ctx.clock.now(), timeZone).slice(11, 13))
  return {
    ...home,
    banner: home.banner.map((slide) => slideAt(hour, slide)),
    serviceTiles: home.serviceTiles.map((tile) => ({
      ...tile,
      buttons: tile.buttons?.map(({ name, link }) => ({
        name,
        link: fillText(link, delivery, ctx.config.contactUrl),
      })),
    })),
  }
}

function slideAt(hour: number, { hours, ...slide }: StoredHome['banner'][number]): BannerSlide {
  const now = hours.find(({ from, until }) =>
    from < until ? from <= hour && hour < until : from <= hour || hour < until,
  )
  if (!now) return slide
  return { ...slide, cover: now.picture.src, picture: now.picture, portrait: now.portrait }
}

/** Settings that pages show; amounts in dollars. */
export async function getSiteSettings(
  ctx: Context & Pick<AppContext, 'clock'>,
): Promise<SiteSettings> {
  const [settings, delivery, { isReadOnly, isChatClosed }] = await Promise.all([
    shownDocument(ctx, 'settings'),
    shownDocument(ctx, 'delivery'),
    shownDocument(ctx, 'availability'),
  ])
  const now = ctx.clock.now()
  // Others may begin with a day.
  const today = toLocalTime(now, settings.timeZone).slice(0, 10)
  const policies = await shownResult(ctx, `return policies on ${today}`, () =>
    validReturnPolicies(ctx.db.kysely, now),
  )
  const standard = standardMethodOf(delivery)
  const { fee, freeFrom, weightBands } = shownFees(standard)
  return {
    assetsBaseUrl: ctx.config.assetsBaseUrl,
    contactUrl: ctx.config.contactUrl,
    publicUrl: ctx.config.publicUrl,
    currency: 'USD',
    shippingFee: fee,
    freeShippingFrom: freeFrom ?? 0,
    ...(weightBands && { weightBands }),
    preparationDays: delivery.preparationDays,
    transitDays: standard.transitDays,
    totalDays: totalDaysOf(delivery, standard),
    defaultDeliveryText: delivery.defaultDeliveryText.map((line) =>
      fillText(line, delivery, ctx.config.contactUrl),
    ),
    deliveryZones: shownZones(delivery),
    timeZone: settings.timeZone,
    returnPolicies: policies.map((policy) => ({
      countries: policy.countries,
      noticeDays: policy.notice_days,
      feeFrom: policy.fee_from_bp / 100,
      shopPaysPostage: policy.shop_pays_postage,
    })),
    isReadOnly,
    isChatClosed,
    pixel: ctx.config.pixel,
  }
}

/** Whether orders can be gifts, and what wrapping one costs, in dollars. */
export async function getGiftOptions(
  ctx: Context,
): Promise<{ isOffered: boolean; wrapFee: number }> {
  const { isOffered, wrapCents } = await shownDocument(ctx, 'gifts')
  return { isOffered, wrapFee: wrapCents / 100 }
}

/** The time zone of the shop's days and times, an IANA name. */
export async function shopTimeZone(ctx: Pick<AppContext, 'db'>): Promise<string> {
  return (await readDocument(ctx, 'settings')).timeZone
}

/**
 * The shop's time zone, read on the transaction's connection: a transaction must not wait for a
 * second one.
 */
export async function shopTimeZoneIn(tx: Queryable): Promise<string> {
  return storedContent.settings.parse((await findDocument(tx, 'settings')).value).timeZone
}

/**
 * How an order placed now is delivered, the standard method first; without a destination as in the
 * standard zone. Empty if the shop does not deliver there.
 */
export async function listDeliveryMethods(
  ctx: Context & Pick<AppContext, 'clock'>,
  destination: Destination | null,
): Promise<DeliveryMethod[]> {
  const [delivery, { timeZone }] = await Promise.all([
    shownDocument(ctx, 'delivery'),
    shownDocument(ctx, 'settings'),
  ])
  return methodsFor(delivery, destination, { at: ctx.clock.now(), timeZone })
}

/** An information page with its placeholders filled in. Throws `PAGE_NOT_FOUND`. */
export async function getPage(ctx: Context, slug: string): Promise<Page> {
  const [stored, delivery] = await Promise.all([
    findContent(ctx.db, `page:${slug}`),
    shownDocument(ctx, 'delivery'),
  ])
  if (stored === undefined) throw new ShopError('PAGE_NOT_FOUND')
  const page = storedPage.parse(stored)
  return {
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      body: section.body.map((paragraph) => fillText(paragraph, delivery, ctx.config.contactUrl)),
    })),
  }
}

/** Questions and answers by theme, with their placeholders filled in. */
export async function getFaq(ctx: Context): Promise<{ themes: FaqTheme[] }> {
  const [{ themes }, delivery] = await Promise.all([
    shownDocument(ctx, 'faq'),
    shownDocument(ctx, 'delivery'),
  ])
  return {
    themes: themes.map((theme) => ({
      ...theme,
      items: theme.items.map(({ question, answer }) => ({
        question,
        answer: answer.map((paragraph) => fillText(paragraph, delivery, ctx.config.contactUrl)),
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

/** `$15.99`, or of fees by weight the lowest and the highest: `$9.50–$22`. */
function feesInWords({
  feeCents,
  weightBands,
}: StoredDelivery['zones'][number]['methods'][number]) {
  const fees = [feeCents, ...weightBands.map((band) => band.feeCents)]
  return [...new Set([Math.min(...fees), Math.max(...fees)])].map(money).join('–')
}

/** Replaces the placeholders of a text; those of delivery by the standard method. */
function fillText(text: string, delivery: StoredDelivery, contactUrl: string): string {
  const standard = standardMethodOf(delivery)
  const values: Record<Placeholder, () => string> = {
    shippingFee: () => feesInWords(standard),
    freeShippingFrom: () => money(standard.freeFromCents ?? 0),
    preparationDays: () => delivery.preparationDays,
    transitDays: () => standard.transitDays,
    totalDays: () => totalDaysOf(delivery, standard),
    contactUrl: () => contactUrl,
  }
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder]() : placeholder,
  )
}
