import { itemIdsOf } from '@solvane/contract/cart'
import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  addCartItem,
  cartOwnerOf,
  findCartOwner,
  getCart,
  mergeGuestCart,
  removeCartItem,
  removeCartItems,
  updateCartItem,
} from './cart.ts'

/** Serves the cart of the caller; every call answers the whole cart. */
export function registerCart(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getCart, async ({ caller }) => ({
    data: await getCart(ctx, findCartOwner(caller)),
  }))
  registry.register(endpoints.addCartItem, async ({ caller, body }) => ({
    data: await addCartItem(ctx, cartOwnerOf(caller), { ...body, address: caller.address }),
  }))
  registry.register(endpoints.updateCartItem, async ({ caller, params, body }) => ({
    data: await updateCartItem(ctx, cartOwnerOf(caller), { ...params, ...body }),
  }))
  registry.register(endpoints.removeCartItem, async ({ caller, params }) => ({
    data: await removeCartItem(ctx, cartOwnerOf(caller), params.itemId),
  }))
  registry.register(endpoints.removeCartItems, async ({ caller, body }) => ({
    data: await removeCartItems(ctx, cartOwnerOf(caller), itemIdsOf(body)),
  }))
  registry.register(endpoints.mergeCart, async ({ caller }) => ({
    data: await mergeGuestCart(ctx, caller.user.id, caller.guestCartId),
  }))
}
