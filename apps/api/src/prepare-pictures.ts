import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from './context.ts'
import { readDocument } from './features/content/documents.ts'
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
  ctx: Pick<AppContext, 'db'>,
  registry: Pick<EndpointRegistry, 'call'>,
  pictures: Pick<PictureStore, 'prepare'>,
): Promise<void> {
  const { banner, stories, categoryTiles, serviceTiles } = await readDocument(ctx, 'home')
  const scenes = [...banner, ...stories, ...banner.flatMap(({ hours }) => hours)]
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
