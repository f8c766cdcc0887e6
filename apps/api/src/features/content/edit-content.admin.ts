import type { FaqTheme, HomeContent, Page } from '@solvane/contract/content'
import type {
  Availability,
  FaqDraft,
  HomeDraft,
  PageDraft,
  SettingsDraft,
} from '@solvane/contract/content-drafts'
import type { DeliveryDraft } from '@solvane/contract/delivery.admin'
import { type StoredDelivery, storedContent, storedPage } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { keepPictures } from '../uploads/stored-uploads.ts'
import { type ChosenAt, lookUpChosen, type WholePicture } from './choose-pictures.ts'
import {
  type ContentRow,
  knowsTimeZone,
  listKnownCategories,
  listPageTitles,
  listSizeGuidesInUse,
} from './content.queries.ts'
import { findDocument, lockDocument, saveDocument, type Versioned } from './save-document.ts'

/** The page whose sections are the size guides of products. */
const sizeGuide = 'size-guide'

/** The questions and answers for editing. */
export async function getFaqDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<{ themes: FaqTheme[] }>> {
  const { version, value } = await findDocument(db.kysely, 'faq')
  return { version, document: storedContent.faq.parse(value) }
}

/** Saves the questions and answers. Throws `STALE_EDIT`. */
export async function saveFaq(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<FaqDraft>,
): Promise<Versioned<{ themes: FaqTheme[] }>> {
  const saved = await saveDocument(ctx, { key: 'faq', version }, async () => document)
  return { version: saved.version, document: storedContent.faq.parse(saved.value) }
}

/** The information pages by their titles. */
export async function listPages({ db }: Pick<AppContext, 'db'>) {
  return (await listPageTitles(db.kysely)).map((page) => ({ id: page.slug, ...page }))
}

/** An information page for editing. Throws `PAGE_NOT_FOUND`. */
export async function getPageDraft(
  { db }: Pick<AppContext, 'db'>,
  slug: string,
): Promise<Versioned<Page>> {
  const { version, value } = await findDocument(db.kysely, `page:${slug}`)
  return { version, document: storedPage.parse(value) }
}

/**
 * Saves an information page. Throws `PAGE_NOT_FOUND`, `STALE_EDIT`, and `BAD_REQUEST` with
 * `details.fields` if its picture does not exist, or a section of the size guide that products use
 * is missing.
 */
export async function savePage(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  { slug, version, document: draft }: Versioned<PageDraft> & { slug: string },
): Promise<Versioned<Page>> {
  const { document: before } = await getPageDraft(ctx, slug)
  const chosen = draft.picture ? [{ field: 'document.picture', picture: draft.picture }] : []
  const whole = await lookUpChosen(ctx, chosen, before.picture ? [before.picture] : [])
  const page: Page = { slug, ...draft, picture: draft.picture && whole(draft.picture) }
  const saved = await saveDocument(ctx, { key: `page:${slug}`, version }, async (tx) => {
    if (slug === sizeGuide) refuseMissing(page, await listSizeGuidesInUse(tx))
    if (page.picture) await keepPictures(tx, [page.picture])
    return page
  })
  return { version: saved.version, document: storedPage.parse(saved.value) }
}

function refuseMissing({ sections }: Page, inUse: string[]): void {
  const missing = inUse.filter((id) => !sections.some((section) => section.id === id))
  if (missing.length === 0) return
  const message = `Products use these sections as size guide: ${missing.join(', ')}. Please keep them`
  throw new ShopError('BAD_REQUEST', { fields: [{ field: 'document.sections', message }] })
}

/** The home page for editing. */
export async function getHomeDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<HomeContent>> {
  const { version, value } = await findDocument(db.kysely, 'home')
  return { version, document: storedContent.home.parse(value) }
}

/**
 * Saves the home page. Throws `STALE_EDIT`, and `BAD_REQUEST` with `details.fields` if a picture or
 * a linked category does not exist.
 */
export async function saveHome(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  { version, document: draft }: Versioned<HomeDraft>,
): Promise<Versioned<HomeContent>> {
  const whole = await lookUpChosen(
    ctx,
    picturesOfDraft(draft),
    picturesOf((await getHomeDraft(ctx)).document),
  )
  const saved = await saveDocument(ctx, { key: 'home', version }, async (tx) => {
    await refuseDeadLinks(tx, draft)
    const home = toHome(draft, whole)
    await keepPictures(tx, picturesOf(home))
    return home
  })
  return { version: saved.version, document: storedContent.home.parse(saved.value) }
}

function picturesOf({ banner, categoryTiles, serviceTiles }: HomeContent) {
  return [
    ...banner.flatMap(({ picture, portrait }) => (portrait ? [picture, portrait] : [picture])),
    ...[...categoryTiles, ...serviceTiles].map(({ picture }) => picture),
  ]
}

function picturesOfDraft({ banner, categoryTiles, serviceTiles }: HomeDraft): ChosenAt[] {
  return [
    ...banner.flatMap(({ picture, portrait }, at) => [
      { field: `document.banner.${at}.picture`, picture },
      ...(portrait ? [{ field: `document.banner.${at}.portrait`, picture: portrait }] : []),
    ]),
    ...categoryTiles.map(({ picture }, at) => ({
      field: `document.categoryTiles.${at}.picture`,
      picture,
    })),
    ...serviceTiles.map(({ picture }, at) => ({
      field: `document.serviceTiles.${at}.picture`,
      picture,
    })),
  ]
}

function toHome(draft: HomeDraft, whole: WholePicture): HomeContent {
  const toTile = (tile: HomeDraft['categoryTiles'][number], at: number) => {
    const picture = whole(tile.picture)
    return { ...tile, id: String(at), cover: picture.src, picture }
  }
  return {
    ...draft,
    banner: draft.banner.map((slide) => {
      const picture = whole(slide.picture)
      const portrait = slide.portrait && whole(slide.portrait)
      return { ...slide, cover: picture.src, picture, portrait }
    }),
    categoryTiles: draft.categoryTiles.map(toTile),
    serviceTiles: draft.serviceTiles.map(toTile),
  }
}

/** What of the shop is open. */
export async function getAvailability({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<Availability>> {
  const { version, value } = await findDocument(db.kysely, 'availability')
  return { version, document: storedContent.availability.parse(value) }
}

/** Opens and closes parts of the shop, in every process at once. Throws `STALE_EDIT`. */
export async function saveAvailability(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<Availability>,
): Promise<Versioned<Availability>> {
  await saveDocument(ctx, { key: 'availability', version }, async () => document)
  return getAvailability(ctx)
}

/** The settings of the shop for editing. */
export async function getSettingsDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<SettingsDraft>> {
  const { version, value } = await findDocument(db.kysely, 'settings')
  return { version, document: storedContent.settings.parse(value) }
}

/**
 * Saves the settings of the shop. Throws `STALE_EDIT`, and `BAD_REQUEST` with
 * `details.fields` for a time zone that the database, which computes the reports, does not know.
 */
export async function saveSettings(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<SettingsDraft>,
): Promise<Versioned<SettingsDraft>> {
  if (!(await knowsTimeZone(ctx.db.kysely, document.timeZone))) {
    const message = 'Unknown time zone'
    throw new ShopError('BAD_REQUEST', { fields: [{ field: 'document.timeZone', message }] })
  }
  // What older code reads of delivery stays in the document: see migration 0030.
  const withOlder = async (_tx: Queryable, before: unknown) => Object.assign({}, before, document)
  const saved = await saveDocument(ctx, { key: 'settings', version }, withOlder)
  return { version: saved.version, document: storedContent.settings.parse(saved.value) }
}

/** Zones, methods, days and holidays of delivery for editing; amounts in dollars. */
export async function getDeliveryDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<DeliveryDraft>> {
  return toDeliveryDraft(await findDocument(db.kysely, 'delivery'))
}

/** Saves them, for every preview and order from now on. Throws `STALE_EDIT`. */
export async function saveDelivery(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<DeliveryDraft>,
): Promise<Versioned<DeliveryDraft>> {
  const delivery: StoredDelivery = {
    ...document,
    holidays: document.holidays.toSorted((one, other) => one.date.localeCompare(other.date)),
    zones: document.zones.map((zone) => ({
      ...zone,
      methods: zone.methods.map(({ fee, freeFrom, ...method }) => ({
        ...method,
        feeCents: Math.round(fee * 100),
        freeFromCents: freeFrom === null ? null : Math.round(freeFrom * 100),
      })),
    })),
  }
  return toDeliveryDraft(
    await saveDocument(ctx, { key: 'delivery', version }, async () => delivery),
  )
}

function toDeliveryDraft({ version, value }: ContentRow): Versioned<DeliveryDraft> {
  const delivery = storedContent.delivery.parse(value)
  const zones = delivery.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map(({ feeCents, freeFromCents, ...method }) => ({
      ...method,
      fee: feeCents / 100,
      freeFrom: freeFromCents === null ? null : freeFromCents / 100,
    })),
  }))
  return { version, document: { ...delivery, zones } }
}

/** A link of the home page. */
interface HomeLink {
  /** Its name for staff. */
  name: string
  link: string
  /** Its field in the form. */
  field: string
}

function linksOf({ banner, categoryTiles, serviceTiles }: HomeContent | HomeDraft): HomeLink[] {
  const ofTiles = (list: string, tiles: readonly Omit<HomeLink, 'field'>[]) =>
    tiles.map(({ name, link }, at) => ({ name, link, field: `document.${list}.${at}.link` }))
  return [
    ...banner.map(({ title, link }, at) => ({
      name: title,
      link,
      field: `document.banner.${at}.link`,
    })),
    ...ofTiles('categoryTiles', categoryTiles),
    ...ofTiles('serviceTiles', serviceTiles),
    ...serviceTiles.flatMap(({ buttons = [] }, at) =>
      buttons.map(({ name, link }, button) => ({
        name,
        link,
        field: `document.serviceTiles.${at}.buttons.${button}.link`,
      })),
    ),
  ]
}

/** The identifier of the category that a link leads to; null if it leads elsewhere. */
function categoryOf(link: string): string | null {
  const [, path] = /^\/filter\/([^?#]+)/.exec(link) ?? []
  return path?.split('/').findLast(Boolean) ?? null
}

/** Throws `BAD_REQUEST` with `details.fields` for links to unknown categories. */
async function refuseDeadLinks(tx: Queryable, home: HomeDraft): Promise<void> {
  const links = linksOf(home).map((link) => ({ ...link, category: categoryOf(link.link) }))
  const known = await listKnownCategories(
    tx,
    links.flatMap(({ category }) => category ?? []),
  )
  const fields = links
    .filter(({ category }) => category !== null && !known.has(category))
    .map(({ field }) => ({ field, message: 'There is no such category' }))
  if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
}

/**
 * The names of the home page's links to a category. Locks the home page until the transaction ends.
 */
export async function findHomeLinksTo(tx: Queryable, identifier: string): Promise<string[]> {
  const { value } = await lockDocument(tx, 'home')
  return linksOf(storedContent.home.parse(value))
    .filter(({ link }) => categoryOf(link) === identifier)
    .map(({ name }) => name)
}
