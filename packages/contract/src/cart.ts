import { z } from 'zod'
import { picture, productOfVariant } from './catalog.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'

export { guestCartHeader } from './paths.ts'

/** A guest's cart id: a UUID v4 created by the browser. */
export const guestCartId = z.uuidv4()

/** How many days a guest's cart is kept after its last use. */
export const guestCartDays = 60

/** The most lines of a cart. Merging a guest's cart may exceed it, so that nothing is lost. */
export const largestCart = 100

export const cartItem = z.object({
  id: z.uuid(),
  quantity: z.number().int().positive(),
  /** False when the variant is sold out or withdrawn, or fewer are left than wanted. */
  isAvailable: z.boolean(),
  /** Current price × quantity, even if it is not available. */
  totalPrice: dollars,
  /** The price when the item was added, if it has changed since. */
  previousPrice: dollars.nullable(),
  variant: z.object({
    id: z.uuid(),
    price: dollars,
    /** The current price during a sale; else null. */
    salePrice: dollars.nullable(),
    /** As entered, whether or not the sale is running. */
    saleStartDate: instant.nullable(),
    saleEndDate: instant.nullable(),
    isOnSale: z.boolean(),
    currentPrice: dollars,
    /** 0 when the product is withdrawn. */
    stock: z.number().int().nonnegative(),
    /** Whether there is at least one. */
    isAvailable: z.boolean(),
    attributeValues: z.record(z.string(), z.string()),
    cover: z.string(),
    imagesJson: z.array(z.string()),
    picture,
    product: productOfVariant,
  }),
})
export type CartItem = z.infer<typeof cartItem>

export const cart = z.object({
  items: z.array(cartItem),
  /** Sum of the quantities. */
  totalItems: z.number().int().nonnegative(),
  /** Sum of the available items. */
  subtotal: dollars,
})
export type Cart = z.infer<typeof cart>

const itemId = z.object({ itemId: z.uuid() })
/** The stock is the actual limit; this is the range of the database. */
const quantity = z.number().int().min(1).max(1_000_000_000)

export const getCart = defineEndpoint('getCart', {
  summary: 'The cart of the signed-in shopper, else of the guest id',
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID'],
})

export const addCartItem = defineEndpoint('addCartItem', {
  summary: 'Adds a variant; increases the quantity if it is in the cart already',
  body: z.strictObject({ variantId: z.uuid(), quantity: quantity.default(1) }),
  response: envelope(cart),
  errors: [
    'GUEST_CART_ID_INVALID',
    'VARIANT_NOT_FOUND',
    'NOT_ENOUGH_STOCK',
    'CART_FULL',
    'TOO_MANY_REQUESTS',
  ],
})

export const updateCartItem = defineEndpoint('updateCartItem', {
  summary:
    'Sets the quantity of an item; more than the stock is a conflict with `details.available`',
  params: itemId,
  body: z.strictObject({ quantity }),
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID', 'CART_ITEM_NOT_FOUND', 'NOT_ENOUGH_STOCK'],
})

export const removeCartItem = defineEndpoint('removeCartItem', {
  summary: 'Removes an item',
  params: itemId,
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID', 'CART_ITEM_NOT_FOUND'],
})

/** More than a cart can contain, merged ones too. */
const mostIds = 1_000
/** An invalid id counts like one of another cart. */
const ids = z
  .array(z.string())
  .max(mostIds)
  .transform((all) => all.filter((id) => z.uuid().safeParse(id).success))
const itemIds = z.union([
  z.strictObject({ ids }),
  z.strictObject({ itemIds: ids }),
  z.strictObject({ cartItemIds: ids }),
  ids,
])

/** The ids, from any of the four formats. */
export function itemIdsOf(body: z.infer<typeof itemIds>): string[] {
  if (Array.isArray(body)) return body
  if ('ids' in body) return body.ids
  return 'itemIds' in body ? body.itemIds : body.cartItemIds
}

export const removeCartItems = defineEndpoint('removeCartItems', {
  summary: 'Takes several out; ids of other carts are ignored',
  body: itemIds,
  response: envelope(cart),
  errors: ['GUEST_CART_ID_INVALID'],
})

export const mergeCart = defineEndpoint('mergeCart', {
  summary: 'Moves a guest cart into the cart of the signed-in shopper, once; never an error',
  access: 'user',
  response: envelope(cart),
  errors: ['UNAUTHENTICATED'],
})
