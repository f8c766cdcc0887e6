import type { RoomState } from '@solvane/contract/chat'
import type { Conversation } from '@solvane/contract/chat.admin'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  findConversationRow,
  listStaff,
  takeIfFree,
  updateConversation,
} from './inbox.admin.queries.ts'
import { describeConversation } from './inbox.admin.ts'
import { publishInboxChange, publishToRoom } from './publish-conversation.ts'

type Context = Pick<AppContext, 'db' | 'realtime' | 'log'>

/**
 * Assigns a conversation to `staffId` itself. Throws `CHAT_TAKEN` if it is a colleague's,
 * `CHAT_ROOM_NOT_FOUND`.
 */
export async function takeConversation(
  ctx: Context,
  roomId: string,
  staffId: string,
): Promise<Conversation> {
  const isTheirs = await takeIfFree(ctx.db.kysely, roomId, staffId)
  const conversation = await conversationNow(ctx, roomId)
  if (!isTheirs) throw new ShopError('CHAT_TAKEN')
  return conversation
}

/** Assigns a conversation to a member of staff. Throws `STAFF_NOT_FOUND`, `CHAT_ROOM_NOT_FOUND`. */
export async function assignConversation(
  ctx: Context,
  roomId: string,
  staffId: string,
): Promise<Conversation> {
  await conversationNow(ctx, roomId)
  const staff = await listStaff(ctx.db.kysely)
  if (!staff.some(({ id }) => id === staffId)) throw new ShopError('STAFF_NOT_FOUND')
  await updateConversation(ctx.db.kysely, roomId, { assigned_to: staffId })
  return conversationNow(ctx, roomId)
}

/** Removes the assignment of a conversation. Throws `CHAT_ROOM_NOT_FOUND`. */
export async function releaseConversation(ctx: Context, roomId: string): Promise<Conversation> {
  await updateConversation(ctx.db.kysely, roomId, { assigned_to: null })
  return conversationNow(ctx, roomId)
}

/**
 * Closes a conversation, which then no longer waits for an answer, or reopens it; publishes that to
 * the shopper's pages. Throws `CHAT_ROOM_NOT_FOUND`.
 */
export async function setConversationState(
  ctx: Context,
  roomId: string,
  state: RoomState,
): Promise<Conversation> {
  const change = state === 'CLOSED' ? { state, waiting_since: null } : { state }
  await updateConversation(ctx.db.kysely, roomId, change)
  const conversation = await conversationNow(ctx, roomId)
  const room = { id: roomId, user_id: conversation.customer?.id ?? null }
  publishToRoom(ctx, room, 'chat:roomChanged', { roomId, state })
  return conversation
}

async function conversationNow(ctx: Context, roomId: string): Promise<Conversation> {
  const row = await findConversationRow(ctx.db.kysely, roomId)
  if (!row) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  publishInboxChange(ctx, roomId)
  return describeConversation(row)
}
