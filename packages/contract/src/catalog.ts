import { z } from 'zod'
import { readCommaList } from './comma-list.ts'
import { dimensions } from './dimensions.ts'
import { defineEndpoint, envelope, listEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { flag, pagingQuery, productPageSize, unlessEmpty } from './query.ts'

/** One picture. `src` is a path under the assets base or a full URL; sizes in pixels. */
export const picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** Dominant colour, `#rrggbb`, shown while the picture loads. */
  color: z.string(),
})
export type Picture = z.infer<typeof picture>

/** A colour a product comes in, as a dot: name and `#rrggbb`. */
export const swatch = z.object({ name: z.string(), hex: z.string() })
export type Swatch = z.infer<typeof swatch>

const prices = {
  /** Normal price of the cheapest available variant. */
  price: dollars,
  /** The current price during a sale; else null. */
  salePrice: dollars.nullable(),
  isOnSale: z.boolean(),
}

/** A product as a tile of a list. */
export const productCard = z.object({
  id: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  cover: z.string(),
  hoverCover: z.string().nullable(),
  coverPicture: picture,
  hoverPicture: picture.nullable(),
  ...prices,
  /** True when the variants' current prices differ: the price is then shown as "From". */
  hasPriceRange: z.boolean(),
  isNew: z.boolean(),
  /** False when sold out. */
  isAvailable: z.boolean(),
  isFavorited: z.boolean(),
  colors: z.array(swatch),
  /** The color it is shown in if the list is filtered by one; null: its first. */
  color: z.string().nullable(),
  material: z.string(),
  /** The variant the shown price belongs to. */
  variantId: z.uuid(),
})
export type ProductCard = z.infer<typeof productCard>

export const productOption = z.object({
  name: z.string(),
  values: z.array(z.string()),
})
export type ProductOption = z.infer<typeof productOption>

/** ISO 3166-1 alpha-2, and the name. */
const country = z.object({ code: z.string(), name: z.string() })

const party = z.object({ name: z.string(), address: z.string(), email: z.string() })

/** The product of a variant where the variant stands by itself. */
export const productOfVariant = z.object({ id: z.uuid(), identifier: z.string(), name: z.string() })

export const variant = z.object({
  id: z.uuid(),
  price: dollars,
  /** As entered, whether or not the sale is running; `isOnSale` and `currentPrice` decide. */
  salePrice: dollars.nullable(),
  saleStartDate: instant.nullable(),
  saleEndDate: instant.nullable(),
  isOnSale: z.boolean(),
  currentPrice: dollars,
  stock: z.number().int().nonnegative(),
  isAvailable: z.boolean(),
  attributeValues: z.record(z.string(), z.string()),
  cover: z.string(),
  imagesJson: z.array(z.string()),
  sku: z.string().nullable(),
  gtin: z.string().nullable(),
  /** The values that differ from the product's; null or '' for the product's own. */
  weightGrams: z.number().int().nullable(),
  countryOfOrigin: country.nullable(),
  composition: z.string(),
  product: productOfVariant,
})
export type Variant = z.infer<typeof variant>

export const breadcrumb = z.object({ identifier: z.string(), name: z.string(), path: z.string() })
export type Breadcrumb = z.infer<typeof breadcrumb>

export const product = z.object({
  id: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  /** Empty when the default delivery text is to be shown. */
  description: z.string(),
  cover: z.string(),
  /** The product's own pictures, shown until a variant is chosen. */
  imagesJson: z.array(z.string()),
  /** Details of every picture of the product and its variants; its own come first. */
  pictures: z.array(picture),
  isFavorited: z.boolean(),
  isAvailable: z.boolean(),
  isNew: z.boolean(),
  ...prices,
  hasPriceRange: z.boolean(),
  options: z.array(productOption),
  variants: z.array(variant),
  colors: z.array(swatch),
  /** The colors in which `getProductTurn` shows it from all sides; '' for a product without colors. */
  turnColors: z.array(z.string()),
  material: z.string(),
  details: z.array(z.string()),
  measurements: z.string(),
  /** Null if it is not known, or says nothing, as of a shoe. */
  dimensions: dimensions.nullable(),
  /** Empty if nothing is to be said. */
  fitsInside: z.string(),
  materialsAndCare: z.string(),
  sizeAndFit: z.string().nullable(),
  /** Its size guide, a section of the page `size-guide`; null without one. */
  sizeGuide: z.string().nullable(),
  /** Empty if nothing is to be said. */
  composition: z.string(),
  countryOfOrigin: country.nullable(),
  weightGrams: z.number().int().nullable(),
  /** Whom customers write to about the product's safety, as EU law asks; null if it is not known. */
  maker: party.nullable(),
  responsiblePerson: party.nullable(),
  /**
   * The title and description for search engines and link previews; '' stands for name and
   * description.
   */
  seoTitle: z.string(),
  seoDescription: z.string(),
  breadcrumbs: z.array(breadcrumb),
  /** "Pairs with". */
  related: z.array(productCard),
})
export type Product = z.infer<typeof product>

/** `selection`: as staff have placed them in one category, then the newest. */
export const productSorts = ['relevance', 'selection', 'new', 'price-asc', 'price-desc'] as const
export type ProductSort = (typeof productSorts)[number]

/**
 * A comma-separated list, with `\,` for a comma within a value; repeated parameters allowed; at most 50
 * distinct values of at most 100 characters.
 */
const commaList = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => [...new Set([value ?? []].flat().flatMap(readCommaList).filter(Boolean))])
  .pipe(z.array(z.string().max(100)).max(50))

const amount = unlessEmpty(z.coerce.number().min(0).max(10_000_000))

const productFilter = {
  search: z.string().max(200).optional(),
  /** Category identifiers; a parent includes its descendants. */
  cIdentifiers: commaList,
  color: commaList,
  sizes: commaList,
  material: commaList,
  /** Bounds of the current price in dollars, inclusive. */
  priceMin: amount,
  priceMax: amount,
  inStock: flag,
  onSale: flag,
}

const productPaging = pagingQuery(productPageSize)

/**
 * Query of a product list. `size` is the page size (spec); the size filter is `sizes`.
 * Unknown parameters are ignored.
 */
export const productListQuery = z.object({
  ...productFilter,
  ...productPaging.shape,
  sort: z.enum(productSorts).optional(),
})
export type ProductListQuery = z.infer<typeof productListQuery>

/** Items per page, from `size`, `pageSize` or `limit`. */
export const productSizeOf = productPaging.sizeOf

export const listProducts = defineEndpoint('listProducts', {
  summary:
    'Products as staff have placed them, then the newest: filtered, searched, sorted, in pages',
  query: productListQuery,
  response: listEnvelope(productCard),
})

export const facet = z.object({ value: z.string(), label: z.string(), count: z.number().int() })

export const facets = z.object({
  colors: z.array(facet.extend({ hex: z.string() })),
  sizes: z.array(facet),
  materials: z.array(facet),
  price: z.object({ min: dollars, max: dollars }),
  inStock: z.number().int(),
  onSale: z.number().int(),
  total: z.number().int(),
})
export type Facets = z.infer<typeof facets>

export const listFacets = defineEndpoint('listFacets', {
  summary: 'What a product list can be narrowed by, each with how many products it leaves',
  query: z.object(productFilter),
  response: envelope(facets),
})

export const getProduct = defineEndpoint('getProduct', {
  summary: 'One product, by id or identifier',
  params: z.object({ id: z.string().min(1).max(200) }),
  response: envelope(product),
  errors: ['PRODUCT_NOT_FOUND'],
})

export const listAlternatives = defineEndpoint('listAlternatives', {
  summary:
    'Products in stock in place of one that is sold out or no longer in the shop: of its category, nearest in price',
  params: z.object({ id: z.string().min(1).max(200) }),
  response: listEnvelope(productCard),
  errors: ['PRODUCT_NOT_FOUND'],
})

export const getProductTurn = defineEndpoint('getProductTurn', {
  summary:
    'Pictures all around a product in one color, in order and evenly spaced, and those that open it; empty lists without any',
  params: z.object({ id: z.uuid() }),
  query: z.object({
    /** Left out for a product without colors. */
    color: z.string().max(60).default(''),
  }),
  response: listEnvelope(picture).extend({
    /** In order: they open the product, seen from the front. */
    opening: z.array(picture),
  }),
  errors: ['PRODUCT_NOT_FOUND'],
})

export const getRecommendations = defineEndpoint('getRecommendations', {
  summary: 'Recommended products of the home page and of the empty search',
  response: envelope(
    z.object({
      homeMain: z.array(productCard),
      homeSpecial: z.array(productCard),
      hotSearches: z.array(productCard),
      hotKeywords: z.array(z.string()),
    }),
  ),
})
