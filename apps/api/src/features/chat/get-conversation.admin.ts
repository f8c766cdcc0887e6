import type { ConversationDetail } from '@solvane/contract/chat.admin'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { getCart } from '../cart/get-cart.ts'
import { listMyOrders } from '../orders/list-my-orders.ts'
import { describeConversation, nameOf } from './describe-conversation.ts'
import { findConversationRow, findShopper } from './inbox.admin.queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Orders beside a conversation. */
const ordersShown = 10

/** A conversation with what its shopper has in the cart and has ordered. Raises `CHAT_ROOM_NOT_FOUND`. */
export async function getConversation(ctx: Context, roomId: string): Promise<ConversationDetail> {
  const row = await findConversationRow(ctx.db.kysely, roomId)
  if (!row) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  const conversation = describeConversation(row)
  const { user_id: userId, guest_cart_id: guestCartId } = row
  if (!userId) {
    const cart = guestCartId && (await getCart(ctx, { kind: 'guest', id: guestCartId }))
    return { ...conversation, shopper: null, cart: cart || null, orders: [] }
  }
  const [shopper, cart, orders] = await Promise.all([
    findShopper(ctx.db.kysely, userId),
    getCart(ctx, { kind: 'user', id: userId }),
    listMyOrders(ctx, userId, { page: 1, size: ordersShown }),
  ])
  return {
    ...conversation,
    shopper: shopper?.email
      ? {
          id: userId,
          name: nameOf({ name: shopper.nick_name, email: shopper.email }),
          email: shopper.email,
          isEmailVerified: shopper.email_verified_at !== null,
          isBlocked: shopper.blocked_at !== null,
          since: shopper.created_at.toISOString(),
        }
      : null,
    cart,
    orders: orders.data.map(({ id, orderNumber, status, createdAt, totalAmount, items }) => ({
      id,
      orderNumber,
      status,
      createdAt,
      totalAmount,
      pieces: items.map(({ productName, quantity }) => ({ name: productName, quantity })),
    })),
  }
}
