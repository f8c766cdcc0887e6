import { endpoints } from '@solvane/contract/endpoints'
import type { PictureStore } from './features/media/picture-store.ts'
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts'

/** Cards are shown in widths up to this one. */
const widestCard = 800

/** The largest pages of products, so that every listing's first page is among them. */
const pages = [1, 2]
const size = '100'

/**
 * Has the pictures of the home page made in every width, then those of the newest products in the
 * widths of listings, second views last.
 */
export async function preparePictures(
  registry: Pick<EndpointRegistry, 'call'>,
  pictures: Pick<PictureStore, 'prepare'>,
): Promise<void> {
  const home = await registry.call('getHomeContent', {})
  const {
    banner,
    stories = [],
    categoryTiles,
    serviceTiles,
  } = endpoints.getHomeContent.response.parse(home.envelope).data
  const scenes = [...banner, ...stories]
  pictures.prepare(scenes.flatMap(({ picture, portrait }) => [picture, portrait ?? []].flat()))
  pictures.prepare(
    [...categoryTiles, ...serviceTiles].map(({ picture }) => picture),
    widestCard,
  )
  const lists = await Promise.all(
    pages.map((page) => registry.call('listProducts', { query: { page: String(page), size } })),
  )
  const products = lists.flatMap(
    ({ envelope }) => endpoints.listProducts.response.parse(envelope).data,
  )
  pictures.prepare(
    products.map(({ coverPicture }) => coverPicture),
    widestCard,
  )
  pictures.prepare(
    products.flatMap(({ hoverPicture }) => hoverPicture ?? []),
    widestCard,
  )
}
