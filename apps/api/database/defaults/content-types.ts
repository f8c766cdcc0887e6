/** Contents as they are written down here: a picture is named, and looked up when they are stored. */

export interface BannerSlideSource {
  overline: string
  title: string
  ctas: string
  link: string
  /** Name of the picture, and of another crop of it for narrow screens. */
  cover: string
  portrait: string
  /** Other pictures of it at some hours. */
  hours: { from: number; until: number; cover: string; portrait: string }[]
}

export interface StorySource extends Omit<BannerSlideSource, 'hours'> {
  text: string
}

export interface TileSource {
  id: string
  name: string
  text: string
  link: string
  /** Name of a picture, or identifier of the product whose cover is shown. */
  cover: string
  buttons?: { name: string; link: string }[]
}

export interface PageSource {
  slug: string
  title: string
  description: string
  /** Name of the picture at its head. */
  picture?: string
  sections: {
    id: string
    heading: string
    body: string[]
    table?: { columns: string[]; rows: string[][] }
    /** Name of a picture beside it. */
    picture?: string
  }[]
}

export interface FaqThemeSource {
  slug: 'about-us' | 'delivery' | 'exchange-returns'
  title: string
  items: { question: string; answer: string[] }[]
}
