import { type Cart, type CartItem, guestCartDays, guestCartId } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import { toInstant } from '../catalog/to-product.ts'
import {
  addToCart,
  addToGuestCart,
  type CartLineRow,
  type CartOwner,
  deleteGuestCarts,
  describeCart,
  listCartLines,
  lockGuestCart,
  lockUserCart,
  moveLines,
  removeCart,
  removeLines,
  removeVariants,
  setLineQuantity,
  touchCart,
} from './cart.queries.ts'

/**
 * The owner of the cart: the signed-in shopper, else the guest id; null without either. Throws
 * `GUEST_CART_ID_INVALID`.
 */
export function findCartOwner({ user, guestCartId: given }: Caller): CartOwner | null {
  if (user) return { kind: 'user', id: user.id }
  if (given === null) return null
  const parsed = guestCartId.safeParse(given)
  if (!parsed.success) throw new ShopError('GUEST_CART_ID_INVALID')
  return { kind: 'guest', id: parsed.data }
}

/** The owner of the cart for a write, which needs one. Throws `GUEST_CART_ID_INVALID`. */
export function cartOwnerOf(caller: Caller): CartOwner {
  const owner = findCartOwner(caller)
  if (!owner) throw new ShopError('GUEST_CART_ID_INVALID')
  return owner
}

/** How stale `used_at` may get before a read updates it, in milliseconds. */
const touchAfter = 24 * 60 * 60 * 1_000

/** The current cart; an empty one if none exists. */
export async function getCart(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  owner: CartOwner | null,
): Promise<Cart> {
  if (!owner) return toCart([])
  const now = ctx.clock.now()
  const lines = await listCartLines(ctx.db, owner, now)
  const usedAt = lines[0]?.used_at
  if (usedAt && now.getTime() - usedAt.getTime() > touchAfter) await touchCart(ctx.db, owner, now)
  return toCart(lines)
}

/** Carts that guests of one network may begin: an office's worth, far more than shoppers do. */
const newGuestCarts = { name: 'guest-carts', times: 300, seconds: 60 * 60 } as const

/**
 * Adds a quantity of a variant to a cart and returns the whole cart. Throws `VARIANT_NOT_FOUND`,
 * `CART_FULL`, and `NOT_ENOUGH_STOCK` with `details.available` if the line would exceed the stock;
 * the cart is then unchanged. Throws `TOO_MANY_REQUESTS` if guests of one network (`address`) begin
 * too many carts.
 */
export async function addCartItem(
  ctx: Pick<AppContext, 'db' | 'clock' | 'limits'>,
  owner: CartOwner,
  { address, ...more }: { variantId: string; quantity: number; address: string },
): Promise<Cart> {
  const item = { ...more, at: ctx.clock.now() }
  let added = owner.kind === 'guest' ? await addToGuestCart(ctx.db, owner.id, item) : undefined
  if (!added) {
    if (owner.kind === 'guest') await ctx.limits.count(newGuestCarts, networkOf(address))
    added = await addToCart(ctx.db, owner, item)
  }
  switch (added.outcome) {
    case 'added':
      return toCart(added.lines)
    case 'not for sale':
      throw new ShopError('VARIANT_NOT_FOUND')
    case 'too few':
      throw new ShopError('NOT_ENOUGH_STOCK', { available: added.available })
    case 'full':
      throw new ShopError('CART_FULL')
  }
}

/**
 * Sets the quantity of a line and returns the whole cart. Throws `CART_ITEM_NOT_FOUND` for a line
 * that is not in this cart, `NOT_ENOUGH_STOCK` with `details.available`.
 */
export async function updateCartItem(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  owner: CartOwner,
  { itemId, quantity }: { itemId: string; quantity: number },
): Promise<Cart> {
  const change = await setLineQuantity(ctx.db, owner, { itemId, quantity, at: ctx.clock.now() })
  if (change && !change.is_done && quantity > change.stock)
    throw new ShopError('NOT_ENOUGH_STOCK', { available: change.stock })
  // The line may have been removed while this request waited for the lock.
  if (!change?.is_done) throw new ShopError('CART_ITEM_NOT_FOUND')
  return getCart(ctx, owner)
}

type Context = Pick<AppContext, 'db' | 'clock'>

/** Removes a line and returns the whole cart. Throws `CART_ITEM_NOT_FOUND`. */
export async function removeCartItem(
  ctx: Context,
  owner: CartOwner,
  itemId: string,
): Promise<Cart> {
  const removed = await removeLines(ctx.db, owner, [itemId], ctx.clock.now())
  if (removed === 0) throw new ShopError('CART_ITEM_NOT_FOUND')
  return getCart(ctx, owner)
}

/** Removes several lines and returns the whole cart; ids that are not in it are ignored. */
export async function removeCartItems(
  ctx: Context,
  owner: CartOwner,
  itemIds: string[],
): Promise<Cart> {
  await removeLines(ctx.db, owner, itemIds, ctx.clock.now())
  return getCart(ctx, owner)
}

/** Removes variants from a shopper's cart, in the transaction that orders or moves them. */
export async function removeVariantsFromCart(
  tx: Queryable,
  userId: string,
  variantIds: string[],
): Promise<void> {
  await removeVariants(tx, userId, variantIds)
}

/** The cart, for the export and for closing an account. */
export const cartOfShopper: PersonalData = {
  name: 'cart',
  read: describeCart,
  erase: removeCart,
}

/**
 * Moves the cart of a guest id into a shopper's, once, and returns the shopper's whole cart. Never
 * fails: an id without a cart changes nothing.
 */
export async function mergeGuestCart(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  givenGuestId: string | null,
): Promise<Cart> {
  const guestId = guestCartId.safeParse(givenGuestId).data
  if (guestId !== undefined)
    await ctx.db.kysely.transaction().execute(async (tx) => {
      // Always the guest's first: two merges can wait for one another, but not in a ring.
      const from = await lockGuestCart(tx, guestId)
      if (!from) return
      await moveLines(tx, from, await lockUserCart(tx, userId, ctx.clock.now()))
    })
  return getCart(ctx, { kind: 'user', id: userId })
}

/** The carts that one statement removes, so that it holds no locks for long. */
const batchSize = 1_000
const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Removes the guest carts that nobody has used for `guestCartDays`, and returns their number. */
export async function removeExpiredGuestCarts(
  ctx: Pick<AppContext, 'db' | 'clock'>,
): Promise<number> {
  // A day more, because the time of last use is known to the day.
  const before = new Date(ctx.clock.now().getTime() - (guestCartDays + 1) * dayMilliseconds)
  let removed = 0
  let last: number
  do {
    last = await deleteGuestCarts(ctx.db.kysely, before, batchSize)
    removed += last
  } while (last === batchSize)
  return removed
}

/**
 * A cart from its lines: `subtotal` counts only items that can be bought now, `totalItems` all. All
 * arithmetic is in whole cents.
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
  const { pictures } = line.variant
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
      saleStartDate: toInstant(line.variant.sale_starts_at),
      saleEndDate: toInstant(line.variant.sale_ends_at),
      isOnSale,
      currentPrice: toDollars(line.current_cents),
      stock,
      isAvailable: stock > 0,
      attributeValues: line.attributes,
      cover: picture.src,
      imagesJson: (pictures.length > 0 ? pictures : [picture]).map(({ src }) => src),
      picture,
      product: { id: line.product_id, identifier: line.identifier, name: line.name },
    },
  }
}
