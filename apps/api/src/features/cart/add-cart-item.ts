import type { Cart } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { addToLine } from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'
import { getCart } from './get-cart.ts'

/**
 * Puts so many more of a variant into a cart and gives the whole cart. Raises `VARIANT_NOT_FOUND`,
 * `CART_FULL`, and `NOT_ENOUGH_STOCK` with `details.available` when the line would hold more than
 * there are; the cart is then as before.
 */
export async function addCartItem(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  owner: CartOwner,
  item: { variantId: string; quantity: number },
): Promise<Cart> {
  const change = await addToLine(ctx.db, owner, { ...item, at: ctx.clock.now() })
  if (!change) throw new ShopError('VARIANT_NOT_FOUND')
  if (change.is_full) throw new ShopError('CART_FULL')
  if (!change.is_done) throw new ShopError('NOT_ENOUGH_STOCK', { available: change.stock })
  return getCart(ctx, owner)
}
