import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import type { CatalogPicture } from '@solvane/client/image-urls'
import { api } from '../../data/api.ts'
import { type Keyed, keyed, unkeyed } from '../../parts/ordered-list.tsx'
import type { DocumentSource } from './use-document.ts'

type Home = EndpointOutput<'getHomeDraft'>['data']['document']
type Draft = EndpointInput<'saveHome'>['body']['document']

export type Slide = Keyed<{
  picture: CatalogPicture | null
  portrait: CatalogPicture | null
  overline: string
  title: string
  ctas: string
  link: string
}>
type TileButton = Keyed<{ name: string; link: string }>
export type Tile = Keyed<{
  name: string
  text: string
  link: string
  picture: CatalogPicture | null
  buttons: TileButton[]
}>

/** The fields of the home page; pictures may still be missing. */
export interface HomeValues extends Omit<Home, 'banner' | 'categoryTiles' | 'serviceTiles'> {
  banner: Slide[]
  categoryTiles: Tile[]
  serviceTiles: Tile[]
}

export const newSlide = (): Slide =>
  keyed({ picture: null, portrait: null, overline: '', title: '', ctas: 'Shop Now', link: '/' })
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

export const homeSource: DocumentSource<Home, Draft, HomeValues> = {
  name: 'home',
  load: () => api.call('getHomeDraft', {}),
  save: (body) => api.call('saveHome', { body }),
  toValues: ({ banner, categoryTiles, serviceTiles, ...titles }) => ({
    ...titles,
    banner: banner.map(({ cover: _, ...slide }) => keyed(slide)),
    categoryTiles: categoryTiles.map(toTile),
    serviceTiles: serviceTiles.map(toTile),
  }),
  toDraft: ({ banner, categoryTiles, serviceTiles, ...titles }) => ({
    ...titles,
    banner: unkeyed(banner).map((slide) => ({
      ...slide,
      picture: chosen(slide.picture),
      portrait: slide.portrait && chosen(slide.portrait),
    })),
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
