import { createContext, use } from 'react'
import type { CartClient, CartSnapshot } from './cart-client.ts'

/** A piece as it is put into the cart. */
export interface AddedItem {
  variantId: string
  productId: string
  name: string
  /** Dollars. */
  price: number
}

interface CartPort {
  snapshot: CartSnapshot
  /** The store; null when its code does not load, which the shopper is told. */
  demand: () => Promise<CartClient | null>
  /** Puts one of a piece in and slides in the drawer, which says so. Never rejects. */
  add: (item: AddedItem) => Promise<void>
  /** Slides the drawer in. */
  open: () => Promise<void>
  /** Loads what adding and the drawer need, on the first sign that they will be wanted. */
  prepare: () => void
}

export const CartContext = createContext<CartPort | null>(null)

/** The cart, in any page. */
export function useCart(): CartPort {
  const port = use(CartContext)
  if (!port) throw new Error('useCart needs a CartProvider above it.')
  return port
}
