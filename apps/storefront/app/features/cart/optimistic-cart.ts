import { type Cart, type CartItem, cartOf, priceOf } from './cart-totals.ts'

/** A change of the cart as the shopper asked for it. */
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
