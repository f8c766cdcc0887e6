import type { Picture, ProductCard, Swatch } from '@solvane/contract/catalog'

/** The price of a product at an instant, in cents, and the variant it belongs to. */
interface PriceRow {
  price_cents: number
  list_price_cents: number
  has_range: boolean
  variant_id: string
  is_available: boolean
}

/** A product for lists, at an instant. */
export interface CardRow extends PriceRow {
  id: string
  identifier: string
  name: string
  material: string
  colors: Swatch[]
  cover: Picture | null
  hover_cover: Picture | null
  is_new: boolean
  /** Its look in the color that a list is filtered by; null without one. */
  shown_as?: VariantLook | null
}

/** The parts of a card that a variant replaces. */
export interface VariantLook {
  /** Empty: the product's pictures are shown. */
  pictures: Picture[]
  color: string | null
}

/** A product as a tile. */
export function toCard(row: CardRow): ProductCard {
  return {
    id: row.id,
    identifier: row.identifier,
    name: row.name,
    material: row.material,
    colors: row.colors,
    isFavorited: false,
    ...toCardPictures(row.cover, row.hover_cover),
    isAvailable: row.is_available,
    ...toPrices(row),
    hasPriceRange: row.has_range,
    variantId: row.variant_id,
    isNew: row.is_new,
    color: null,
    ...(row.shown_as && toLook(row.shown_as)),
  }
}

/** The members of a card that a variant replaces. */
export function toLook({ pictures: [cover, hover], color }: VariantLook): Partial<ProductCard> {
  return { ...(cover && toCardPictures(cover, hover ?? null)), color }
}

function toCardPictures(cover: Picture | null, hover: Picture | null) {
  const coverPicture = cover ?? placeholderPicture
  return {
    cover: coverPicture.src,
    hoverCover: hover?.src ?? null,
    coverPicture,
    hoverPicture: hover,
  }
}

/** The normal price, and the current price during a sale. */
export function toPrices({
  price_cents,
  list_price_cents,
}: Pick<PriceRow, 'price_cents' | 'list_price_cents'>) {
  const isOnSale = price_cents < list_price_cents
  return {
    price: toDollars(list_price_cents),
    salePrice: isOnSale ? toDollars(price_cents) : null,
    isOnSale,
  }
}

/** Converts integer cents to dollars with two decimals. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Replaces the missing picture of a product (spec section 2). */
export const placeholderPicture: Picture = {
  src: '/media/placeholders/piece.svg',
  alt: 'A picture of this piece is being made',
  width: 1200,
  height: 1500,
  color: '#f5f2ec',
}
