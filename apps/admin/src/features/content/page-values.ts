import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import { api } from '../../data/api.ts'
import { type Keyed, keyed, unkeyed } from '../../parts/ordered-list.tsx'
import type { DocumentSource } from './document-page.tsx'

/** Paragraphs as text, with an empty line between them. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n')
}

/** The paragraphs of a text; empty ones are omitted. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

/** The lines of a text; empty ones are omitted. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** A slug from a heading: `Women’s shoes` becomes `women-s-shoes`. */
export function anchorOf(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
}

type Page = EndpointOutput<'getPageDraft'>['data']['document']
type Draft = EndpointInput<'savePage'>['body']['document']

/** The cells of a table. */
export interface TableValues {
  columns: string[]
  rows: Keyed<{ cells: string[] }>[]
}

export type Section = Keyed<{
  id: string
  heading: string
  body: string
  table: TableValues | null
  picture: CatalogPicture | null
  /** The id of a new section follows its heading. */
  isNew: boolean
}>

export interface PageValues {
  title: string
  description: string
  picture: CatalogPicture | null
  sections: Section[]
}

export const newSection = (): Section =>
  keyed({ id: '', heading: '', body: '', table: null, picture: null, isNew: true })

/** The information page under `slug`. */
export function pageSource(slug: string): DocumentSource<Page, Draft, PageValues> {
  const params = { slug }
  return {
    name: `page:${slug}`,
    load: () => api.call('getPageDraft', { params }),
    save: (body) => api.call('savePage', { params, body }),
    toValues: ({ title, description, picture, sections }) => ({
      title,
      description,
      picture,
      sections: sections.map(({ id, heading, body, table, picture = null }) =>
        keyed({
          id,
          heading,
          picture,
          isNew: false,
          body: joinParagraphs(body),
          table: table && {
            columns: table.columns,
            rows: table.rows.map((cells) => keyed({ cells })),
          },
        }),
      ),
    }),
    toDraft: ({ title, description, picture, sections }) => ({
      title,
      description,
      picture: picture && chosen(picture),
      sections: sections.map(({ id, heading, body, table, picture: beside }) => ({
        id,
        heading,
        picture: beside && chosen(beside),
        body: splitParagraphs(body),
        table: table && { columns: table.columns, rows: table.rows.map(({ cells }) => cells) },
      })),
    }),
  }
}

type Home = EndpointOutput<'getHomeDraft'>['data']['document']
type HomeDraft = EndpointInput<'saveHome'>['body']['document']

/** The pictures of a scene, one of which may still be missing. */
interface ScenePictures {
  picture: CatalogPicture | null
  portrait: CatalogPicture | null
}
/** The pictures of a slide at some hours. */
export type SlideHours = Keyed<ScenePictures & { from: number; until: number }>
export type Slide = Keyed<
  ScenePictures & {
    overline: string
    title: string
    ctas: string
    link: string
    hours: SlideHours[]
  }
>
export type Story = Keyed<
  Omit<NonNullable<Home['stories']>[number], 'picture'> & { picture: CatalogPicture | null }
>
type TileButton = Keyed<{ name: string; link: string }>
export type Tile = Keyed<{
  name: string
  text: string
  link: string
  picture: CatalogPicture | null
  buttons: TileButton[]
}>

/** The fields of the home page; pictures may still be missing. */
export interface HomeValues
  extends Omit<Home, 'banner' | 'categoryTiles' | 'serviceTiles' | 'stories'> {
  banner: Slide[]
  stories: Story[]
  categoryTiles: Tile[]
  serviceTiles: Tile[]
}

export const newSlide = (): Slide =>
  keyed({
    picture: null,
    portrait: null,
    overline: '',
    title: '',
    ctas: 'Shop Now',
    link: '/',
    hours: [],
  })
export const newHours = (): SlideHours =>
  keyed({ from: 18, until: 22, picture: null, portrait: null })
export const newStory = (): Story =>
  keyed({ picture: null, portrait: null, overline: '', title: '', text: '', ctas: '', link: '/' })
export const newTile = (): Tile =>
  keyed({ name: '', text: '', link: '/', picture: null, buttons: [] })
export const newButton = (): TileButton => keyed({ name: '', link: '/' })

function toTile({ name, text, link, picture, buttons = [] }: Home['categoryTiles'][number]): Tile {
  return keyed({ name, text, link, picture, buttons: buttons.map(keyed) })
}

/** The server rejects a missing picture and names its field. */
const chosen = (picture: CatalogPicture | null) => ({
  src: picture?.src ?? '',
  alt: picture?.alt ?? '',
})

function toScene<Scene extends ScenePictures>(scene: Scene) {
  const { picture, portrait } = scene
  return { ...scene, picture: chosen(picture), portrait: portrait && chosen(portrait) }
}

export const homeSource: DocumentSource<Home, HomeDraft, HomeValues> = {
  name: 'home',
  load: () => api.call('getHomeDraft', {}),
  save: (body) => api.call('saveHome', { body }),
  toValues: ({ banner, categoryTiles, serviceTiles, stories = [], ...titles }) => ({
    ...titles,
    stories: stories.map(keyed),
    banner: banner.map(({ cover: _, hours, ...slide }) =>
      keyed({ ...slide, hours: hours.map(keyed) }),
    ),
    categoryTiles: categoryTiles.map(toTile),
    serviceTiles: serviceTiles.map(toTile),
  }),
  toDraft: ({ banner, categoryTiles, serviceTiles, stories, ...titles }) => ({
    ...titles,
    banner: unkeyed(banner).map(({ hours, ...slide }) => ({
      ...toScene(slide),
      hours: unkeyed(hours).map(toScene),
    })),
    stories: unkeyed(stories).map(toScene),
    categoryTiles: unkeyed(categoryTiles).map(({ buttons: _, ...tile }) => ({
      ...tile,
      picture: chosen(tile.picture),
    })),
    serviceTiles: unkeyed(serviceTiles).map((tile) => ({
      ...tile,
      picture: chosen(tile.picture),
      buttons: unkeyed(tile.buttons),
    })),
  }),
}
