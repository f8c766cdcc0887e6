import { z } from 'zod'
import { defineCall, envelope } from './call.ts'
import { picture } from './catalog.ts'
import { dollars } from './money.ts'

/** Name of the header that carries a guest's cart id, a UUID v4 (decision C7). */
export const guestCartHeader = 'x-guest-cart-id'

/** Different pieces a cart holds at most. */
export const largestCart = 100

export const cartItem = z.object({
  id: z.uuid(),
  quantity: z.number().int().positive(),
  /** False when the piece is sold out, withdrawn, or fewer are left than wanted. */
  isAvailable: z.boolean(),
  /** Current price × quantity. */
  totalPrice: dollars,
  /** The price when the piece was put in, if it was another than now. */
  previousPrice: dollars.nullable(),
  variant: z.object({
    id: z.uuid(),
    price: dollars,
    salePrice: dollars.nullable(),
    isOnSale: z.boolean(),
    currentPrice: dollars,
    stock: z.number().int().nonnegative(),
    isAvailable: z.boolean(),
    attributeValues: z.record(z.string(), z.string()),
    cover: z.string(),
    picture,
    product: z.object({ id: z.uuid(), identifier: z.string(), name: z.string() }),
  }),
})
export type CartItem = z.infer<typeof cartItem>

export const cart = z.object({
  items: z.array(cartItem),
  /** Sum of the quantities (decision C8). */
  totalItems: z.number().int().nonnegative(),
  /** Sum of the available items. */
  subtotal: dollars,
})
export type Cart = z.infer<typeof cart>

const itemId = z.object({ itemId: z.uuid() })
const quantity = z.number().int().min(1).max(10_000)

export const getCart = defineCall('getCart', {
  summary: 'The cart of who is signed in, else of the guest id',
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID'],
})

export const addCartItem = defineCall('addCartItem', {
  summary: 'Puts a piece in; of one that is there already, so many more',
  body: z.strictObject({ variantId: z.uuid(), quantity: quantity.default(1) }),
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID', 'VARIANT_NOT_FOUND', 'NOT_ENOUGH_STOCK', 'CART_FULL'],
})

export const updateCartItem = defineCall('updateCartItem', {
  summary: 'Sets how many of a piece; above the stock is refused with `details.available`',
  params: itemId,
  body: z.strictObject({ quantity }),
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID', 'CART_ITEM_NOT_FOUND', 'NOT_ENOUGH_STOCK'],
})

export const removeCartItem = defineCall('removeCartItem', {
  summary: 'Takes a piece out',
  params: itemId,
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID', 'CART_ITEM_NOT_FOUND'],
})

const ids = z.array(z.uuid()).max(largestCart)

export const removeCartItems = defineCall('removeCartItems', {
  summary: 'Takes several out; ids of other carts are ignored (decision C6)',
  body: z.union([
    z.strictObject({ ids }),
    z.strictObject({ itemIds: ids }),
    z.strictObject({ cartItemIds: ids }),
    ids,
  ]),
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID'],
})

export const mergeCart = defineCall('mergeCart', {
  summary:
    'Moves a guest cart into the cart of who is signed in, once; never an error (decision C5)',
  access: 'user',
  body: z.unknown(),
  response: envelope(cart),
  errors: ['UNAUTHENTICATED'],
})
