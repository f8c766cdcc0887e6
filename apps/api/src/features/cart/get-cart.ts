import type { Cart } from '@solvane/contract/cart'
import type { AppContext } from '../../context.ts'
import { listCartLines, touchCart } from './cart.queries.ts'
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
