import { guestCartDays } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { deleteGuestCarts } from './guest-cart.queries.ts'

/** Carts removed in one statement, so that none holds its locks for long. */
const batchSize = 1_000
const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Removes the guest carts that nobody has used for `guestCartDays`, and gives how many there were. */
export async function removeLapsedGuestCarts(
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
