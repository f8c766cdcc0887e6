import type { AddedPiece } from './cart-context.ts'

/** A piece on its page, as far as it is chosen. */
export interface OfferedPiece {
  productId: string
  name: string
  /** Dollars: of the chosen variant, else of the piece. */
  price: number
  /** False when the whole piece is sold out. */
  isAvailable: boolean
  /** Names of the options without a value. */
  missing: readonly string[]
  /** Null while options are open, and when the combination is not made. */
  variant: { id: string; stock: number } | null
}

/** What the button does. */
type Offer = { kind: 'add'; piece: AddedPiece } | { kind: 'choose' } | { kind: 'none' }

/** What is offered of a piece: putting it in, choosing what is open, or nothing. */
export function offerOf(piece: OfferedPiece): Offer {
  const { productId, name, price, isAvailable, missing, variant } = piece
  if (!isAvailable) return { kind: 'none' }
  if (missing.length > 0) return { kind: 'choose' }
  if (!variant || variant.stock === 0) return { kind: 'none' }
  return { kind: 'add', piece: { variantId: variant.id, productId, name, price } }
}
