import type { Picture, ProductCard, Swatch } from '@solvane/contract/catalog'
import { placeholderPicture } from './placeholder-picture.ts'

/** The part of a card that time does not change, as the listing row keeps it. */
export interface StoredCard {
  id: string
  identifier: string
  name: string
  material: string
  coverPicture: Picture | null
  hoverPicture: Picture | null
  colors: Swatch[]
}

/** A listing row with its price at one instant. */
export interface CardRow {
  card: StoredCard
  price_cents: number
  list_price_cents: number
  has_range: boolean
  variant_id: string
  is_available: boolean
  is_new: boolean
}

/** Dollars with two decimals from integer cents (decision R8). */
export function toDollars(cents: number): number {
  return cents / 100
}

/** A list row as the contract's card. */
export function toProductCard(row: CardRow): ProductCard {
  const { card } = row
  const cover = card.coverPicture ?? placeholderPicture
  const isOnSale = row.price_cents < row.list_price_cents
  return {
    id: card.id,
    identifier: card.identifier,
    name: card.name,
    cover: cover.src,
    hoverCover: card.hoverPicture?.src ?? null,
    coverPicture: cover,
    hoverPicture: card.hoverPicture,
    price: toDollars(row.list_price_cents),
    salePrice: isOnSale ? toDollars(row.price_cents) : null,
    isOnSale,
    hasPriceRange: row.has_range,
    isNew: row.is_new,
    isAvailable: row.is_available,
    isFavorited: false,
    colors: card.colors,
    material: card.material,
    variantId: row.variant_id,
  }
}
