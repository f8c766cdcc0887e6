import type { EndpointOutput } from '@solvane/client/api'

export type Cart = EndpointOutput<'getCart'>['data']
export type CartItem = Cart['items'][number]

/** Whole cents of an amount in dollars with at most two decimals. */
function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** The price of a quantity of an item, in dollars; computed in cents. */
function priceOf(item: Pick<CartItem, 'variant'>, quantity: number): number {
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

/** A change of the cart that the shopper has requested. */
export type CartChange =
  | { type: 'add'; variantId: string }
  | { type: 'setQuantity'; itemId: string; quantity: number; at: number }
  | { type: 'remove'; itemIds: readonly string[] }
  | { type: 'moveToFavorites'; itemIds: readonly string[]; variantIds: readonly string[] }
  | { type: 'merge' }

/** Whether `change` removes the line. */
export function removesItem(change: CartChange, itemId: string): boolean {
  return 'itemIds' in change && change.itemIds.includes(itemId)
}

/** The cart as if the server had carried out `changes`. Additions count without their line. */
export function withChanges(cart: Cart, changes: readonly CartChange[]): Cart {
  if (changes.length === 0) return cart
  const { items, ...rest } = changes.reduce((before, change) => {
    if (change.type === 'setQuantity') {
      return cartOf(
        before.items.map((item) =>
          item.id === change.itemId ? withQuantity(item, change.quantity) : item,
        ),
      )
    }
    return cartOf(before.items.filter(({ id }) => !removesItem(change, id)))
  }, cart)
  const added = changes.filter(({ type }) => type === 'add').length
  return { ...rest, items, totalItems: rest.totalItems + added }
}

function withQuantity(item: CartItem, quantity: number): CartItem {
  const isAvailable = item.variant.isAvailable && quantity <= item.variant.stock
  return { ...item, quantity, isAvailable, totalPrice: priceOf(item, quantity) }
}
