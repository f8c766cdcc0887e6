import { createContext, use } from 'react'
import type { CartClient, CartSnapshot } from './cart-client.ts'

/** An item that is added to the cart. */
export interface AddedItem {
  variantId: string
  productId: string
  name: string
  /** Dollars. */
  price: number
}

interface CartPort {
  snapshot: CartSnapshot
  /** The client; null, after a toast, when its code does not load. */
  demand: () => Promise<CartClient | null>
  /** Adds one item and opens the drawer, which confirms it. Never rejects. */
  add: (item: AddedItem) => Promise<void>
  /** Opens the drawer. */
  open: () => Promise<void>
  /** Preloads the code of the cart and the drawer, on hover for example. */
  prepare: () => void
}

export const CartContext = createContext<CartPort | null>(null)

/** The cart, in any page. */
export function useCart(): CartPort {
  const port = use(CartContext)
  if (!port) throw new Error('useCart needs a CartProvider above it.')
  return port
}
