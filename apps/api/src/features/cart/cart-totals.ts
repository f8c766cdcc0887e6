import type { Cart, CartItem } from '@solvane/contract/cart'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import type { CartLineRow } from './cart.queries.ts'

/**
 * A cart from its lines: only what can be bought now counts into `subtotal`, everything into
 * `totalItems` (decision C8). All arithmetic is in whole cents.
 */
export function toCart(lines: CartLineRow[]): Cart {
  const subtotalCents = lines
    .filter(isAvailable)
    .reduce((sum, line) => sum + line.current_cents * line.quantity, 0)
  return {
    items: lines.map(toCartItem),
    totalItems: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: toDollars(subtotalCents),
  }
}

function isAvailable({ is_for_sale, stock, quantity }: CartLineRow): boolean {
  return is_for_sale && quantity <= stock
}

function toCartItem(line: CartLineRow): CartItem {
  const picture = line.picture ?? placeholderPicture
  const isOnSale = line.current_cents < line.price_cents
  const stock = line.is_for_sale ? line.stock : 0
  return {
    id: line.id,
    quantity: line.quantity,
    isAvailable: isAvailable(line),
    totalPrice: toDollars(line.current_cents * line.quantity),
    previousPrice: line.added_cents === line.current_cents ? null : toDollars(line.added_cents),
    variant: {
      id: line.variant_id,
      price: toDollars(line.price_cents),
      salePrice: isOnSale ? toDollars(line.current_cents) : null,
      isOnSale,
      currentPrice: toDollars(line.current_cents),
      stock,
      isAvailable: stock > 0,
      attributeValues: line.attributes,
      cover: picture.src,
      picture,
      product: { id: line.product_id, identifier: line.identifier, name: line.name },
    },
  }
}
