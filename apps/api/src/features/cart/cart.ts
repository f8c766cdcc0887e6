import type { Cart } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import {
  addToCart,
  describeCart,
  listCartLines,
  removeCart,
  removeLines,
  removeVariants,
  setLineQuantity,
  touchCart,
} from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'
import { toCart } from './cart-totals.ts'

/** So long a cart may have been looked at without a note of it, in milliseconds. */
const touchAfter = 24 * 60 * 60 * 1_000

/** A cart as it is now; an empty one when there is none. */
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

/**
 * Puts so many more of a variant into a cart and gives the whole cart. Throws `VARIANT_NOT_FOUND`,
 * `CART_FULL`, and `NOT_ENOUGH_STOCK` with `details.available` when the line would hold more than
 * there are; the cart is then as before.
 */
export async function addCartItem(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  owner: CartOwner,
  item: { variantId: string; quantity: number },
): Promise<Cart> {
  const added = await addToCart(ctx.db, owner, { ...item, at: ctx.clock.now() })
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
 * Sets how many of a line are wanted and gives the whole cart. Throws `CART_ITEM_NOT_FOUND` for a
 * line that is not in this cart, `NOT_ENOUGH_STOCK` with `details.available`.
 */
export async function updateCartItem(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  owner: CartOwner,
  { itemId, quantity }: { itemId: string; quantity: number },
): Promise<Cart> {
  const change = await setLineQuantity(ctx.db, owner, { itemId, quantity, at: ctx.clock.now() })
  if (change && !change.is_done && quantity > change.stock)
    throw new ShopError('NOT_ENOUGH_STOCK', { available: change.stock })
  // Also when it was taken out while this waited its turn.
  if (!change?.is_done) throw new ShopError('CART_ITEM_NOT_FOUND')
  return getCart(ctx, owner)
}

type Context = Pick<AppContext, 'db' | 'clock'>

/** Takes one line out and gives the whole cart. Throws `CART_ITEM_NOT_FOUND`. */
export async function removeCartItem(
  ctx: Context,
  owner: CartOwner,
  itemId: string,
): Promise<Cart> {
  const removed = await removeLines(ctx.db, owner, [itemId], ctx.clock.now())
  if (removed === 0) throw new ShopError('CART_ITEM_NOT_FOUND')
  return getCart(ctx, owner)
}

/** Takes several lines out and gives the whole cart; ids that are not in it are ignored (decision C6). */
export async function removeCartItems(
  ctx: Context,
  owner: CartOwner,
  itemIds: string[],
): Promise<Cart> {
  await removeLines(ctx.db, owner, itemIds, ctx.clock.now())
  return getCart(ctx, owner)
}

/** Takes variants out of a shopper's cart, within the transaction of what becomes of them. */
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
