import { type Cart, cartOf, priceOf } from './cart-totals.ts'

/**
 * What the shopper wants of lines before the house has confirmed it: so many, 0 for none. By line.
 */
type Intents = ReadonlyMap<string, number>

/** The cart as the shopper means it: what the house last said, with the intents carried out. */
export function withIntents(cart: Cart, intents: Intents): Cart {
  if (intents.size === 0) return cart
  return cartOf(
    cart.items.flatMap((item) => {
      const quantity = intents.get(item.id) ?? item.quantity
      if (quantity === 0) return []
      if (quantity === item.quantity) return [item]
      const isAvailable = item.variant.isAvailable && quantity <= item.variant.stock
      return [{ ...item, quantity, isAvailable, totalPrice: priceOf(item, quantity) }]
    }),
  )
}
