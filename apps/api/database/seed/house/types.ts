export type Form =
  | 'top-handle'
  | 'tote'
  | 'quilted-chain'
  | 'bucket'
  | 'hobo'
  | 'clutch'
  | 'crossbody'
  | 'backpack'
  | 'briefcase'
  | 'weekender'
  | 'continental-wallet'
  | 'bifold'
  | 'card-holder'
  | 'key-case'
  | 'pouch'
  | 'pump'
  | 'loafer'
  | 'sneaker'
  | 'sandal'
  | 'ankle-boot'
  | 'derby'
  | 'belt'
  | 'silk-scarf'
  | 'sunglasses'
  | 'watch'
  | 'bracelet'
  | 'hat'
  | 'knit'
  | 'shirt'
  | 'coat'
  | 'trousers'

export type Material =
  | 'smooth-calf'
  | 'pebbled-calf'
  | 'grained-calf'
  | 'patent'
  | 'suede'
  | 'quilted-lambskin'
  | 'canvas'
  | 'croc-embossed'
  | 'silk'
  | 'cashmere'
  | 'wool'
  | 'cotton'
  | 'linen'
  | 'acetate'
  | 'steel'
  | 'straw'
  | 'leather-woven'

type Hardware = 'pale-gold' | 'gold' | 'palladium' | 'rose-gold'

export type ColorKey =
  | 'black'
  | 'ivory'
  | 'chalk'
  | 'sand'
  | 'camel'
  | 'cognac'
  | 'chestnut'
  | 'espresso'
  | 'oxblood'
  | 'terracotta'
  | 'olive'
  | 'sage'
  | 'navy'
  | 'slate'
  | 'grey'
  | 'blush'
  | 'saffron'
  | 'sky'
  | 'silver'
  | 'gold'

type Gender = 'women' | 'men'

export interface HouseColor {
  key: ColorKey
  name: string
  hex: string
}

/** A price window in whole days around the moment of seeding; `null` leaves that end open. */
interface HouseSale {
  percentOff: number
  startDaysFromNow: number | null
  endDaysFromNow: number | null
  /** Only these colours are reduced; absent means all of them. */
  colors?: ColorKey[]
}

/** Pieces on hand for each variant. An override key is 'colorKey', 'size' or 'colorKey/size'; the most exact one wins. */
interface HouseStock {
  default: number
  overrides?: Record<string, number>
}

export interface HouseProduct {
  /** The URL slug, unique in the house. */
  identifier: string
  name: string
  form: Form
  material: Material
  hardware?: Hardware
  /** One or two leaf categories (level 3). */
  categories: string[]
  gender: Gender
  priceCents: number
  /** Another price for some colours, by colour key. */
  variantPriceCents?: Record<string, number>
  colors: ColorKey[]
  /** Absent means one size. */
  sizes?: string[]
  description: string
  details: string[]
  /** Centimetres, then inches. */
  measurements: string
  materialsAndCare: string
  sizeAndFit?: string
  publishedDaysAgo: number
  isNewFlag?: boolean
  sale?: HouseSale
  stock: HouseStock
  /** Identifiers of three or four other products. */
  pairsWith: string[]
}

export interface HouseCategory {
  identifier: string
  slug: string
  name: string
  description: string
  /** The kind of piece whose picture stands for the category. */
  form?: Form
  children: HouseCategory[]
}

interface HouseButton {
  name: string
  link: string
}

export interface HouseBannerSlide {
  overline: string
  title: string
  ctas: string
  link: string
  /** Name of the picture, and of another crop of it for narrow screens. */
  cover: string
  portrait: string
}

export interface HouseTile {
  id: string
  name: string
  text: string
  link: string
  /** Identifier of the product whose cover it shows, or the name of a picture. */
  cover: string
  buttons?: HouseButton[]
}

export interface HouseSynonyms {
  /** What a shopper may type, in the words that a search reads: no hyphens. */
  from: string[]
  /** What the collection says instead: any of these, all words of it. */
  to: string[]
}

interface HouseTable {
  columns: string[]
  rows: string[][]
}

interface HousePageSection {
  id: string
  heading: string
  body: string[]
  table?: HouseTable
}

export interface HousePage {
  slug: string
  title: string
  description: string
  /** Name of the picture at its head. */
  picture?: string
  sections: HousePageSection[]
}

interface HouseFaqItem {
  question: string
  answer: string[]
}

export interface HouseFaqTheme {
  slug: 'about-us' | 'delivery' | 'exchange-returns'
  title: string
  items: HouseFaqItem[]
}
