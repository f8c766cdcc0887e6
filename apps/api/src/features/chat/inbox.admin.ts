import type {
  Conversation,
  ConversationCounts,
  ConversationDetail,
  ConversationQueue,
  Supporter,
} from '@solvane/contract/chat.admin'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { getCart } from '../cart/cart.ts'
import { listMyOrders } from '../orders/read-orders.ts'
import {
  type ConversationRow,
  countConversationRows,
  countQueues,
  findConversationRow,
  findShopper,
  listConversationRows,
  listStaff,
} from './inbox.admin.queries.ts'

type Context = Pick<AppContext, 'db'>

/** A page of the inbox as `staffId` sees it, and the total. */
export async function listConversations(
  { db: { kysely: db } }: Context,
  staffId: string,
  { queue, q, page, size }: { queue: ConversationQueue; q?: string; page: number; size: number },
): Promise<{ data: Conversation[]; total: number }> {
  const filter = { queue, staffId, q: q || undefined }
  const [rows, total] = await Promise.all([
    listConversationRows(db, filter, { limit: size, offset: (page - 1) * size }),
    countConversationRows(db, filter),
  ])
  return { data: rows.map(describeConversation), total }
}

/**
 * The number of open conversations that wait, that wait and are assigned, that are `staffId`'s, and
 * of all unread messages.
 */
export function countConversations(
  { db }: Context,
  staffId: string | null,
): Promise<ConversationCounts> {
  return countQueues(db.kysely, staffId)
}

/** Everyone who may answer, by name. */
export async function listSupporters({ db }: Context): Promise<Supporter[]> {
  const staff = await listStaff(db.kysely)
  return staff.map(({ id, nick_name, email }) => toSupporter(id, { name: nick_name, email }))
}

type GetConversationContext = Pick<AppContext, 'db' | 'clock'>

/** The number of orders beside a conversation. */
const ordersShown = 10

/** A conversation with its shopper's cart and orders. Throws `CHAT_ROOM_NOT_FOUND`. */
export async function getConversation(
  ctx: GetConversationContext,
  roomId: string,
): Promise<ConversationDetail> {
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
      items: items.map(({ productName, quantity }) => ({ name: productName, quantity })),
    })),
  }
}

/** The name of a person: as given, else the local part of the e-mail address. */
function nameOf({ name, email }: { name: string | null; email: string }): string {
  return name || (email.split('@')[0] ?? email)
}

/** A member of staff, as colleagues see them. */
function toSupporter(
  id: string,
  { name, email }: { name: string | null; email: string | null },
): Supporter {
  return { id, name: nameOf({ name, email: email ?? 'Former colleague' }) }
}

/** A row of the inbox. */
export function describeConversation(row: ConversationRow): Conversation {
  const { user_id, user_email, assigned_to } = row
  return {
    roomId: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    customer:
      user_id && user_email
        ? {
            id: user_id,
            name: nameOf({ name: row.user_name, email: user_email }),
            email: user_email,
          }
        : null,
    email: row.email,
    assignedTo: assigned_to
      ? toSupporter(assigned_to, { name: row.assigned_name, email: row.assigned_email })
      : null,
    lastSeq: row.last_seq,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    lastMessage: row.last_message,
    unread: row.support_unread,
    readByShopper: row.shopper_read_seq,
    waitingSince: row.waiting_since?.toISOString() ?? null,
  }
}
