import type { Cart } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { addToCart } from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'
import { toCart } from './cart-totals.ts'

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
