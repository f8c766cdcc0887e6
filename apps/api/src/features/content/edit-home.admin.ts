import type { HomeContent } from '@solvane/contract/content'
import type { HomeDraft } from '@solvane/contract/content-drafts'
import { storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import { keepPictures } from '../uploads/keep-uploads.ts'
import { type ChosenAt, lookUpChosen, type WholePicture } from './choose-pictures.ts'
import { refuseDeadLinks } from './home-links.ts'
import { findDocument, saveDocument, type Versioned } from './save-document.ts'

const key = 'home'

/** The home page as it is edited. */
export async function getHomeDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<HomeContent>> {
  const { version, value } = await findDocument(db.kysely, key)
  return { version, document: storedContent.home.parse(value) }
}

/**
 * Saves the home page. Raises `STALE_EDIT`, and `BAD_REQUEST` with `details.fields` when a picture is not
 * there, or a category that it leads to.
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
  const saved = await saveDocument(ctx, { key, version }, async (tx) => {
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
