import type { EndpointOutput } from '@solvane/client/api'

export type Cart = EndpointOutput<'getCart'>['data']
export type CartItem = Cart['items'][number]

/** Whole cents of an amount in dollars with at most two decimals. */
function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** The price of a quantity of an item, in dollars; computed in cents. */
export function priceOf(item: Pick<CartItem, 'variant'>, quantity: number): number {
  return (toCents(item.variant.currentPrice) * quantity) / 100
}

/** The totals of some lines; only available ones count. */
interface Totals {
  /** Dollars. */
  subtotal: number
  /** The sum of the quantities. */
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

/** The amount missing for free delivery, in dollars; 0 when it is reached. */
export function missingForFreeShipping(subtotal: number, freeFrom: number): number {
  return Math.max(0, toCents(freeFrom) - toCents(subtotal)) / 100
}

/** A cart of these lines, with computed totals. */
export function cartOf(items: CartItem[]): Cart {
  return {
    items,
    totalItems: items.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: totalsOf(items).subtotal,
  }
}
