import { type Cart, guestCartId } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { getCart } from './get-cart.ts'
import { lockGuestCart, lockUserCart, moveLines } from './guest-cart.queries.ts'

/**
 * Moves the cart of a guest id into a shopper's, once, and gives the shopper's whole cart. Never
 * refuses: an id that names no cart, or no longer, changes nothing (decision C5).
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
