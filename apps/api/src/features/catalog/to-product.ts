import type {
  Breadcrumb,
  Picture,
  Product,
  ProductOption,
  Variant,
} from '@solvane/contract/catalog'
import { countryOf } from '@solvane/contract/countries'
import type { Dimensions } from '@solvane/contract/dimensions'
import type { TradeParty } from '@solvane/contract/trade'
import { type CardRow, placeholderPicture, toCard, toDollars, toPrices } from './to-card.ts'

/** A variant for its product's page, at an instant; amounts in cents. */
export interface VariantRow {
  id: string
  price_cents: number
  sale_price_cents: number | null
  /** From JSON: with an offset, or null. */
  sale_starts_at: string | null
  sale_ends_at: string | null
  current_cents: number
  stock: number
  attributes: Record<string, string>
  pictures: Picture[]
  sku: string | null
  gtin: string | null
  weight_grams: number | null
  country_of_origin: string | null
  composition: string
}

/** A product for its page, at an instant. */
export interface ProductRow extends CardRow {
  description: string
  details: string[]
  measurements: string
  dimensions: Dimensions | null
  fits_inside: string
  materials_and_care: string
  size_and_fit: string | null
  size_guide: string | null
  composition: string
  country_of_origin: string | null
  weight_grams: number | null
  maker: TradeParty | null
  responsible_person: TradeParty | null
  seo_title: string
  seo_description: string
  pictures: Picture[]
  options: ProductOption[]
  variants: VariantRow[]
  related: CardRow[]
  /** The category that its breadcrumbs end with. */
  category: string | null
  turn_colors: string[]
}

/** A product as its page shows it. */
export function toProduct(row: ProductRow, breadcrumbs: Breadcrumb[]): Product {
  const own = orPlaceholder(row.pictures)
  return {
    id: row.id,
    identifier: row.identifier,
    name: row.name,
    material: row.material,
    colors: row.colors,
    turnColors: row.turn_colors,
    isFavorited: false,
    cover: own[0].src,
    description: row.description,
    imagesJson: own.map(({ src }) => src),
    pictures: [...own, ...othersOf(row.variants, own)],
    options: row.options,
    details: row.details,
    measurements: row.measurements,
    dimensions: row.dimensions,
    fitsInside: row.fits_inside,
    materialsAndCare: row.materials_and_care,
    sizeAndFit: row.size_and_fit,
    sizeGuide: row.size_guide,
    composition: row.composition,
    countryOfOrigin: toCountry(row.country_of_origin),
    weightGrams: row.weight_grams,
    maker: row.maker,
    responsiblePerson: row.responsible_person,
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    isAvailable: row.is_available,
    ...toPrices(row),
    hasPriceRange: row.has_range,
    isNew: row.is_new,
    variants: row.variants.map((variant) => toVariant(variant, row)),
    related: row.related.map(toCard),
    breadcrumbs,
  }
}

function toVariant(
  row: VariantRow,
  { id, identifier, name }: Pick<ProductRow, 'id' | 'identifier' | 'name'>,
): Variant {
  const pictures = orPlaceholder(row.pictures)
  return {
    id: row.id,
    price: toDollars(row.price_cents),
    salePrice: row.sale_price_cents === null ? null : toDollars(row.sale_price_cents),
    saleStartDate: toInstant(row.sale_starts_at),
    saleEndDate: toInstant(row.sale_ends_at),
    attributeValues: row.attributes,
    cover: pictures[0].src,
    imagesJson: pictures.map(({ src }) => src),
    stock: row.stock,
    isAvailable: row.stock > 0,
    isOnSale: row.current_cents < row.price_cents,
    currentPrice: toDollars(row.current_cents),
    sku: row.sku,
    gtin: row.gtin,
    weightGrams: row.weight_grams,
    countryOfOrigin: toCountry(row.country_of_origin),
    composition: row.composition,
    product: { id, identifier, name },
  }
}

function toCountry(code: string | null) {
  return code === null ? null : { code, name: countryOf(code)?.name ?? code }
}

function orPlaceholder(pictures: Picture[]): [Picture, ...Picture[]] {
  const [first = placeholderPicture, ...others] = pictures
  return [first, ...others]
}

/** The pictures of variants that are not among `own`, without duplicates. */
function othersOf(variants: VariantRow[], own: Picture[]): Picture[] {
  const bySource = new Map<string, Picture>()
  for (const picture of variants.flatMap(({ pictures }) => pictures))
    if (!bySource.has(picture.src)) bySource.set(picture.src, picture)
  for (const { src } of own) bySource.delete(src)
  return [...bySource.values()]
}

/** An instant from JSON of the database. */
export const toInstant = (text: string | null) => text && new Date(text).toISOString()
