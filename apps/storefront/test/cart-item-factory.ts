import type { CartItem } from '../app/features/cart/cart-totals.ts'

/** A line for tests; `price` in dollars. */
export function makeItem(given: {
  id: string
  price?: number
  quantity?: number
  stock?: number
}): CartItem {
  const { id, price = 100, quantity = 1, stock = 100 } = given
  return {
    id,
    quantity,
    isAvailable: quantity <= stock,
    totalPrice: Math.round(price * quantity * 100) / 100,
    previousPrice: null,
    variant: {
      id: `variant of ${id}`,
      price,
      salePrice: null,
      saleStartDate: null,
      saleEndDate: null,
      isOnSale: false,
      currentPrice: price,
      stock,
      isAvailable: stock > 0,
      attributeValues: {},
      cover: '/a.webp',
      imagesJson: ['/a.webp'],
      picture: { src: '/a.webp', alt: '', width: 4, height: 5, color: '#ffffff' },
      product: { id: `product of ${id}`, identifier: id, name: id },
    },
  }
}
