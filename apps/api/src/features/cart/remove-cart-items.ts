import type { Cart } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { removeLines } from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'
import { getCart } from './get-cart.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Takes one line out and gives the whole cart. Raises `CART_ITEM_NOT_FOUND`. */
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
