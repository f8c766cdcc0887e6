import { calls } from '@solvane/contract/calls'
import { itemIdsOf } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { addCartItem } from './add-cart-item.ts'
import { cartOwnerOf, findCartOwner } from './cart-owner.ts'
import { getCart } from './get-cart.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { removeCartItem, removeCartItems } from './remove-cart-items.ts'
import { updateCartItem } from './update-cart-item.ts'

/** Serves the cart of the visitor; every call answers the whole cart. */
export function registerCart(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.getCart, async ({ visitor }) => ({
    data: await getCart(ctx, findCartOwner(visitor)),
  }))
  registry.register(calls.addCartItem, async ({ visitor, body }) => ({
    data: await addCartItem(ctx, cartOwnerOf(visitor), body),
  }))
  registry.register(calls.updateCartItem, async ({ visitor, params, body }) => ({
    data: await updateCartItem(ctx, cartOwnerOf(visitor), { ...params, ...body }),
  }))
  registry.register(calls.removeCartItem, async ({ visitor, params }) => ({
    data: await removeCartItem(ctx, cartOwnerOf(visitor), params.itemId),
  }))
  registry.register(calls.removeCartItems, async ({ visitor, body }) => ({
    data: await removeCartItems(ctx, cartOwnerOf(visitor), itemIdsOf(body)),
  }))
  registry.register(calls.mergeCart, async ({ visitor }) => ({
    data: await mergeGuestCart(ctx, visitor.user.id, visitor.guestCartId),
  }))
}
