import { type Cart, guestCartDays, guestCartId } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { deleteGuestCarts, lockGuestCart, lockUserCart, moveLines } from './cart.queries.ts'
import { getCart } from './cart.ts'

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

/** Carts removed in one statement, so that none holds its locks for long. */
const batchSize = 1_000
const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Removes the guest carts that nobody has used for `guestCartDays`, and gives how many there were. */
export async function removeExpiredGuestCarts(
  ctx: Pick<AppContext, 'db' | 'clock'>,
): Promise<number> {
  // One day more: the time of last use is known to the day.
  const before = new Date(ctx.clock.now().getTime() - (guestCartDays + 1) * dayMilliseconds)
  let removed = 0
  let last: number
  do {
    last = await deleteGuestCarts(ctx.db.kysely, before, batchSize)
    removed += last
  } while (last === batchSize)
  return removed
}
