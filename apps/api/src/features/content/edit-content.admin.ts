import type { Picture } from '@solvane/contract/catalog'
import type { FaqTheme, Page } from '@solvane/contract/content'
import type {
  ChosenPicture,
  FaqDraft,
  HomeDraft,
  PageDraft,
} from '@solvane/contract/content-drafts'
import { linkedCategory } from '@solvane/contract/paths'
import { type StoredHome, storedContent, storedPage } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { describePicture } from '../media/picture-addresses.ts'
import { keepPictures } from '../uploads/stored-uploads.ts'
import {
  listKnownCategories,
  listPageTitles,
  listShownPictures,
  listSizeGuidesInUse,
} from './content.queries.ts'
import { findDocument, lockDocument, saveDocument, type Versioned } from './documents.ts'

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
 * `details.fields` if a picture does not exist, or a section of the size guide that products use
 * is missing.
 */
export async function savePage(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  { slug, version, document: draft }: Versioned<PageDraft> & { slug: string },
): Promise<Versioned<Page>> {
  const { document: before } = await getPageDraft(ctx, slug)
  const chosen = [
    { field: 'document.picture', picture: draft.picture },
    ...draft.sections.map(({ picture }, at) => ({
      field: `document.sections.${at}.picture`,
      picture,
    })),
  ].flatMap(({ field, picture }) => (picture ? { field, picture } : []))
  const whole = await lookUpChosen(ctx, chosen, picturesOfPage(before))
  const page: Page = {
    slug,
    ...draft,
    picture: draft.picture && whole(draft.picture),
    sections: draft.sections.map(({ picture, ...section }) => ({
      ...section,
      picture:
        picture === undefined
          ? (before.sections.find(({ id }) => id === section.id)?.picture ?? null)
          : picture && whole(picture),
    })),
  }
  const saved = await saveDocument(ctx, { key: `page:${slug}`, version }, async (tx) => {
    if (slug === sizeGuide) rejectMissing(page, await listSizeGuidesInUse(tx))
    await keepPictures(tx, picturesOfPage(page))
    return page
  })
  return { version: saved.version, document: storedPage.parse(saved.value) }
}

function picturesOfPage({ picture, sections }: Page): Picture[] {
  return [picture, ...sections.map((section) => section.picture)].flatMap((each) => each ?? [])
}

function rejectMissing({ sections }: Page, inUse: string[]): void {
  const missing = inUse.filter((id) => !sections.some((section) => section.id === id))
  if (missing.length === 0) return
  const message = `Products use these sections as size guide: ${missing.join(', ')}. Please keep them`
  throw new ShopError('BAD_REQUEST', { fields: [{ field: 'document.sections', message }] })
}

/** The home page for editing. */
export async function getHomeDraft({ db }: Pick<AppContext, 'db'>): Promise<Versioned<StoredHome>> {
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
): Promise<Versioned<StoredHome>> {
  const whole = await lookUpChosen(
    ctx,
    picturesOfDraft(draft),
    picturesOf((await getHomeDraft(ctx)).document),
  )
  const saved = await saveDocument(ctx, { key: 'home', version }, async (tx, before) => {
    await rejectDeadLinks(tx, draft)
    const home = toHome(draft, whole, storedContent.home.parse(before))
    await keepPictures(tx, picturesOf(home))
    return home
  })
  return { version: saved.version, document: storedContent.home.parse(saved.value) }
}

function picturesOf({ banner, stories, categoryTiles, serviceTiles }: StoredHome) {
  const scenes = [...banner, ...banner.flatMap(({ hours }) => hours), ...stories]
  return [
    ...scenes.flatMap(({ picture, portrait }) => (portrait ? [picture, portrait] : [picture])),
    ...[...categoryTiles, ...serviceTiles].map(({ picture }) => picture),
  ]
}

function picturesOfDraft({
  banner,
  stories = [],
  categoryTiles,
  serviceTiles,
}: HomeDraft): ChosenAt[] {
  const ofScenes = (
    list: string,
    scenes: readonly Pick<HomeDraft['banner'][number], 'picture' | 'portrait'>[],
  ) =>
    scenes.flatMap(({ picture, portrait }, at) => [
      { field: `document.${list}.${at}.picture`, picture },
      ...(portrait ? [{ field: `document.${list}.${at}.portrait`, picture: portrait }] : []),
    ])
  return [
    ...ofScenes('banner', banner),
    ...banner.flatMap(({ hours = [] }, at) => ofScenes(`banner.${at}.hours`, hours)),
    ...ofScenes('stories', stories),
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

function toHome(draft: HomeDraft, whole: WholePicture, before: StoredHome): StoredHome {
  const inBothShapes = <Scene extends Pick<HomeDraft['banner'][number], 'picture' | 'portrait'>>(
    scene: Scene,
  ) => ({
    ...scene,
    picture: whole(scene.picture),
    portrait: scene.portrait && whole(scene.portrait),
  })
  const toTile = (tile: HomeDraft['categoryTiles'][number], at: number) => {
    const picture = whole(tile.picture)
    return { ...tile, id: String(at), cover: picture.src, picture }
  }
  return {
    ...draft,
    banner: draft.banner.map((draft) => {
      const slide = inBothShapes(draft)
      const known = before.banner.find(({ title }) => title === slide.title)
      const hours = draft.hours?.map(inBothShapes) ?? known?.hours ?? []
      return { ...slide, cover: slide.picture.src, hours }
    }),
    categoryTiles: draft.categoryTiles.map(toTile),
    serviceTiles: draft.serviceTiles.map(toTile),
    stories: draft.stories?.map(inBothShapes) ?? before.stories,
  }
}

/** A link of the home page. */
interface HomeLink {
  /** Its name for staff. */
  name: string
  link: string
  /** Its field in the form. */
  field: string
}

function linksOf({
  banner,
  stories = [],
  categoryTiles,
  serviceTiles,
}: StoredHome | HomeDraft): HomeLink[] {
  const ofList = (list: string, items: readonly Omit<HomeLink, 'field'>[]) =>
    items.map(({ name, link }, at) => ({ name, link, field: `document.${list}.${at}.link` }))
  const named = (scenes: readonly { title: string; link: string }[]) =>
    scenes.map(({ title, link }) => ({ name: title, link }))
  return [
    ...ofList('banner', named(banner)),
    ...ofList('stories', named(stories)),
    ...ofList('categoryTiles', categoryTiles),
    ...ofList('serviceTiles', serviceTiles),
    ...serviceTiles.flatMap(({ buttons = [] }, at) =>
      buttons.map(({ name, link }, button) => ({
        name,
        link,
        field: `document.serviceTiles.${at}.buttons.${button}.link`,
      })),
    ),
  ]
}

/** Throws `BAD_REQUEST` with `details.fields` for links to unknown categories. */
async function rejectDeadLinks(tx: Queryable, home: HomeDraft): Promise<void> {
  const links = linksOf(home).map((link) => ({ ...link, category: linkedCategory(link.link) }))
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
    .filter(({ link }) => linkedCategory(link) === identifier)
    .map(({ name }) => name)
}

/** A picture that staff have chosen, and its field in the form. */
interface ChosenAt {
  field: string
  picture: ChosenPicture
}

/** Returns the full picture for a chosen one. */
type WholePicture = (chosen: ChosenPicture) => Picture

/**
 * Looks up the pictures that staff have chosen; `known` are the current ones. Throws `BAD_REQUEST`
 * with `details.fields` for unknown paths.
 */
export async function lookUpChosen(
  ctx: Pick<AppContext, 'storage'>,
  chosen: readonly ChosenAt[],
  known: readonly Picture[],
): Promise<WholePicture> {
  const bySrc = new Map<string, Omit<Picture, 'alt'>>(
    known.map((picture) => [picture.src, picture]),
  )
  const fields: { field: string; message: string }[] = []
  for (const { field, picture } of chosen) {
    const found = bySrc.get(picture.src) ?? (await describePicture(ctx, picture.src))
    if (found) bySrc.set(picture.src, found)
    else
      fields.push({
        field: `${field}.src`,
        message: 'This picture no longer exists: please choose another',
      })
  }
  if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
  return ({ src, alt }) => {
    const found = bySrc.get(src)
    if (!found) throw new Error(`The picture ${src} was not looked up.`)
    const { width, height, color } = found
    return { src, alt, width, height, color }
  }
}

/** A page of the shop's pictures whose description or product name contains `q`. */
export async function listPictures(
  { db }: Pick<AppContext, 'db'>,
  { q, page, size }: { q: string; page: number; size: number },
): Promise<{ data: Picture[]; total: number }> {
  const { pictures, total } = await listShownPictures(db.kysely, {
    text: q,
    limit: size,
    offset: (page - 1) * size,
  })
  return { data: pictures, total }
}
