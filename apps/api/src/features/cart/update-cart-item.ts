import type { Cart } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { setLineQuantity } from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'
import { getCart } from './get-cart.ts'

/**
 * Sets how many of a line are wanted and gives the whole cart. Raises `CART_ITEM_NOT_FOUND` for a
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
