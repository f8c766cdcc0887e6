import type { Tile } from '@solvane/contract/content'
import { pictureNamed } from '../picture-manifest.ts'
import type { StoredHome } from '../stored-content.ts'
import type { BannerSlideSource, TileSource } from './content-types.ts'

export const bannerSlides: readonly BannerSlideSource[] = [
  {
    overline: 'Summer Odyssey',
    title: 'New in: collections for the long way round',
    ctas: 'Shop Now',
    link: '/',
    cover: 'editorial/odyssey-wide',
    portrait: 'editorial/odyssey-tall',
    hours: [
      {
        from: 5,
        until: 11,
        cover: 'editorial/odyssey-wide-morning',
        portrait: 'editorial/odyssey-tall-morning',
      },
      {
        from: 18,
        until: 21,
        cover: 'editorial/odyssey-wide-evening',
        portrait: 'editorial/odyssey-tall-evening',
      },
      {
        from: 21,
        until: 5,
        cover: 'editorial/odyssey-wide-night',
        portrait: 'editorial/odyssey-tall-night',
      },
    ],
  },
]

export const trendingTitle = 'Trending Now: Destination-Ready Handbags'

/** A shop begins without categories: until it has some, all that is sold is listed here. */
const everything = '/filter/all'

const serviceTiles: readonly TileSource[] = [
  {
    id: '0',
    name: 'Services',
    text: 'Advice before you buy, and care afterwards.',
    link: '/services',
    cover: 'service-box-paper/sand-pale-gold-hero',
    buttons: [{ name: 'Contact Us', link: '{contactUrl}' }],
  },
  {
    id: '1',
    name: 'Art of Gifting',
    text: 'Boxed, with a card in your words.',
    link: '/gifting',
    cover: 'gift-boxes-paper/sand-pale-gold-hero',
    buttons: [
      { name: 'Gifts for Women', link: everything },
      { name: 'Gifts for Men', link: everything },
    ],
  },
  {
    id: '2',
    name: 'Best Sellers',
    text: 'What others have chosen.',
    link: everything,
    cover: 'best-sellers-paper/chestnut-pale-gold-hero',
    buttons: [{ name: 'Explore', link: everything }],
  },
]

/** The home page that a shop begins with. Its category tiles come with its categories. */
export function defaultHome(): StoredHome {
  return {
    banner: bannerSlides.map(({ hours, ...slide }) => {
      const scene = withPictures(slide)
      return { ...scene, cover: scene.picture.src, hours: hours.map(withPictures) }
    }),
    categoriesTitle: 'Shop by Category',
    categoryTiles: [],
    servicesTitle: 'Solvane Services',
    servicesCaption: 'All orders are carefully packaged in our iconic boxes.',
    serviceTiles: serviceTiles.map((tile) => toTile(tile, pictureNamed(tile.cover))),
    trendingTitle,
    newInTitle: 'New In: Travel & Resort Collections',
    stories: [],
  }
}

/** A story, or a slide, as it is stored: with its pictures in place of their names. */
export function withPictures<Source extends { cover: string; portrait: string }>({
  cover,
  portrait,
  ...rest
}: Source) {
  return { ...rest, picture: pictureNamed(cover), portrait: pictureNamed(portrait) }
}

/** A tile as it is stored. */
export function toTile(
  { id, name, text, link, buttons }: TileSource,
  picture: Tile['picture'],
): Tile {
  return { id, name, text, link, cover: picture.src, picture, ...(buttons && { buttons }) }
}
