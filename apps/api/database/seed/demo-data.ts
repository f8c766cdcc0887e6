import { readFileSync } from 'node:fs'
import { type Dimensions, readDimensions } from '@solvane/contract/dimensions'
import type { TradeParty } from '@solvane/contract/trade'
import { parse } from 'csv-parse/sync'
import type {
  FaqThemeSource,
  PageSource,
  StorySource,
  TileSource,
} from '../defaults/content-types.ts'
import { stableId } from './stable-id.ts'

const folder = new URL('demo/', import.meta.url)

/** Reads one of the JSON files of the demo store. */
function readJson<Value>(name: string): Value {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Value
}

export interface DemoColor {
  /** Its name in picture files and ids. */
  key: string
  name: string
  hex: string
}

/** In the order swatches and filters show them: dark to light, then hue, then metal. */
export const colors = readJson<DemoColor[]>('colors')

const colorKeys = new Map(colors.map(({ key, name }) => [name, key]))

export interface DemoCategory {
  identifier: string
  slug: string
  name: string
  description: string
  /** The name of its picture; without one, it shows the cover of its first product of this type. */
  picture?: string
  productType?: string
  children?: DemoCategory[]
}

export const categoryTree = readJson<DemoCategory[]>('categories')

export interface DemoContent {
  categoryTiles: TileSource[]
  serviceTiles: TileSource[]
  stories: StorySource[]
  /** Identifiers of products. */
  homeMain: string[]
  homeSpecial: string[]
  hotSearches: string[]
  hotKeywords: string[]
  /** Shown on a product that has no description. */
  deliveryText: string[]
}

export const content = readJson<DemoContent>('content')

/** What a shopper may type (`from`), and the words of the catalogue (`to`): any of these, each whole. */
export const searchSynonyms = readJson<{ from: string[]; to: string[] }[]>('synonyms')

export const faqThemes = readJson<FaqThemeSource[]>('faq')

/** The pages that are the demo store's own; the legal pages and the size guide are every shop's. */
export const ownPages = readJson<PageSource[]>('pages')

export const cannedReplies = readJson<{ title: string; content: string }[]>('replies')

/** A coupon as its table takes it, with dates relative to the day of seeding. */
interface DemoCoupon {
  code: string
  name: string
  discount_type: 'PERCENTAGE' | 'FIXED_AMOUNT'
  /** Hundredths of a percent or of a dollar. */
  discount_value: number
  minimum_cents?: number
  startsInDays?: number
  endsInDays?: number
  total_limit?: number
  customer_limit?: number
  is_listed?: boolean
}

export const coupons = readJson<DemoCoupon[]>('coupons')

/** What `products.json` says of a product besides its lines in `products.csv`. */
interface ProductFacts {
  type: string
  metal?: string
  publishedDaysAgo: number
  /** Null leaves that end open; absent without a sale. */
  saleStartsInDays?: number | null
  saleEndsInDays?: number | null
}

export interface DemoVariant {
  id: string
  attributes: Record<string, string>
  colorKey: string
  sku: string
  gtin: string
  priceCents: number
  salePriceCents: number | null
  stock: number
}

export interface DemoProduct extends ProductFacts {
  id: string
  identifier: string
  name: string
  material: string
  description: string
  details: string[]
  measurements: string
  dimensions: Dimensions | null
  fitsInside: string
  materialsAndCare: string
  sizeAndFit: string | null
  sizeGuide: string | null
  composition: string
  countryOfOrigin: string
  hsCode: string
  weightGrams: number
  maker: TradeParty
  isNew: boolean
  /** Identifiers of its categories, and of the products it is shown with. */
  categories: string[]
  related: string[]
  options: { name: string; values: string[] }[]
  /** Keys of its colors; the first is the cover's. */
  colorKeys: string[]
  variants: DemoVariant[]
}

/** The products in the order the store presents them. The columns are those of docs/products-csv.md. */
export const products: readonly DemoProduct[] = readProducts()

function readProducts(): DemoProduct[] {
  const lines: Record<string, string>[] = parse(readFileSync(new URL('products.csv', folder)), {
    columns: true,
  })
  const facts = readJson<Record<string, ProductFacts>>('products')
  return [...Map.groupBy(lines, ({ identifier = '' }) => identifier)].map(
    ([identifier, linesOfProduct]) => {
      const fact = facts[identifier]
      if (!fact) throw new Error(`products.json lacks ${identifier}`)
      return { ...toProduct(identifier, linesOfProduct), ...fact }
    },
  )
}

/** A line is a variant; the first line of a product says what is the product's own. */
function toProduct(
  identifier: string,
  lines: Record<string, string>[],
): Omit<DemoProduct, keyof ProductFacts> {
  const [first = {}] = lines
  const variants = lines.map((line) => toVariant(identifier, first, line))
  const names = Object.keys(variants[0]?.attributes ?? {})
  const [name = '', address = '', email = ''] = first.maker?.split('\n') ?? []
  const values = (name: string) => variants.map(({ attributes }) => attributes[name] ?? '')
  return {
    id: stableId('product', identifier),
    identifier,
    name: first.name ?? '',
    material: first.material ?? '',
    description: first.description ?? '',
    details: first.details?.split('\n') ?? [],
    measurements: first.measurements ?? '',
    dimensions: readDimensions(first.dimensions_mm ?? ''),
    fitsInside: first.fits_inside ?? '',
    materialsAndCare: first.materials_and_care ?? '',
    sizeAndFit: first.size_and_fit || null,
    sizeGuide: first.size_guide || null,
    composition: first.composition ?? '',
    countryOfOrigin: first.country_of_origin ?? '',
    hsCode: first.hs_code ?? '',
    weightGrams: Number(first.weight_grams),
    maker: { name, address, email },
    isNew: first.new === 'yes',
    categories: first.categories?.split('|') ?? [],
    related: first.related?.split('|') ?? [],
    options: names.map((name) => ({ name, values: [...new Set(values(name))] })),
    colorKeys: [...new Set(variants.map(({ colorKey }) => colorKey))],
    variants,
  }
}

function toVariant(
  identifier: string,
  first: Record<string, string>,
  line: Record<string, string>,
): DemoVariant {
  const { option1_value: color = '', option2_value: size = '' } = line
  const colorKey = colorKeys.get(color)
  if (!colorKey) throw new Error(`colors.json lacks ${color}, the color of ${identifier}`)
  return {
    id: stableId('variant', `${identifier}/${colorKey}/${size}`),
    attributes: {
      [first.option1_name ?? '']: color,
      ...(size && { [first.option2_name ?? '']: size }),
    },
    colorKey,
    sku: line.sku ?? '',
    gtin: line.gtin ?? '',
    priceCents: Math.round(Number(line.price) * 100),
    salePriceCents: line.sale_price ? Math.round(Number(line.sale_price) * 100) : null,
    stock: Number(line.stock),
  }
}

/** Identifiers of the categories that hold products: those with no children of their own. */
export function leafCategories(nodes: readonly DemoCategory[] = categoryTree): string[] {
  return nodes.flatMap(({ identifier, children }) =>
    children ? leafCategories(children) : [identifier],
  )
}

/** The product of this identifier. Throws when there is none. */
export function productNamed(identifier: string): DemoProduct {
  const product = products.find((candidate) => candidate.identifier === identifier)
  if (!product) throw new Error(`No product named ${identifier}`)
  return product
}
