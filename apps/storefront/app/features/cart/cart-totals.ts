import type { EndpointOutput } from '@solvane/client/api'

export type Cart = EndpointOutput<'getCart'>['data']
export type CartItem = Cart['items'][number]

/** Whole cents of an amount in dollars with at most two decimals. */
function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** What so many of a piece cost, in dollars; worked out in cents. */
export function priceOf(item: Pick<CartItem, 'variant'>, quantity: number): number {
  return (toCents(item.variant.currentPrice) * quantity) / 100
}

/** What is to be paid for some lines: only what can be bought now counts. */
interface Totals {
  /** Dollars. */
  subtotal: number
  /** Pieces, each counted. */
  itemCount: number
}

/** Adds up lines in whole cents. */
export function totalsOf(items: readonly CartItem[]): Totals {
  const counted = items.filter(({ isAvailable }) => isAvailable)
  const cents = counted.reduce(
    (sum, { variant, quantity }) => sum + toCents(variant.currentPrice) * quantity,
    0,
  )
  return {
    subtotal: cents / 100,
    itemCount: counted.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/** How much more, in dollars, until delivery costs nothing; 0 from there on. */
export function missingForFreeShipping(subtotal: number, freeFrom: number): number {
  return Math.max(0, toCents(freeFrom) - toCents(subtotal)) / 100
}

/** A cart of these lines, its sums worked out anew. */
export function cartOf(items: CartItem[]): Cart {
  return {
    items,
    totalItems: items.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: totalsOf(items).subtotal,
  }
}
