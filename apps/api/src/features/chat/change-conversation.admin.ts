import { randomUUID } from 'node:crypto'
import type { RoomState } from '@solvane/contract/chat'
import type { Conversation } from '@solvane/contract/chat.admin'
import { mostProducts } from '@solvane/contract/chat-text'
import type { AdviserSelection } from '@solvane/contract/selections.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  makeOnce,
  reserveSelection,
  untilWords,
  type WantedSelection,
} from '../selections/selections.admin.ts'
import { openAnyRoom } from './chat-room.ts'
import {
  findConversationRow,
  listStaff,
  releaseRooms,
  releaseWaitingRooms,
  takeIfFree,
  updateConversation,
} from './inbox.admin.queries.ts'
import { describeConversation } from './inbox.admin.ts'
import { postMessage } from './messages.queries.ts'
import { describeMessage } from './read-messages.ts'
import { publishInboxChange, publishToRoom, staffPresent } from './realtime.ts'

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

type SelectionContext = Pick<
  AppContext,
  'changes' | 'clock' | 'config' | 'db' | 'limits' | 'log' | 'realtime'
>

/**
 * Reserves an adviser's selection for the shopper of a conversation, and posts the note with the link
 * and the products, all in one transaction. Throws `CHAT_ROOM_NOT_FOUND`, and as `makeOnce` and
 * `reserveSelection` do.
 */
export async function sendSelection(
  ctx: SelectionContext,
  wanted: WantedSelection & { adviserId: string; roomId: string },
): Promise<{ selection: AdviserSelection; link: string }> {
  const { adviserId, roomId, note } = wanted
  const room = await openAnyRoom(ctx, roomId)
  const heldUntil = await untilWords(ctx)
  const { selection, link, made } = await makeOnce(ctx, wanted, async (tx, of) => {
    const reserved = await reserveSelection(ctx, tx, { ...wanted, userId: room.user_id, ...of })
    const until = heldUntil(reserved.selection.endsAt)
    const row = await postMessage(tx, {
      id: randomUUID(),
      room_id: roomId,
      client_message_id: randomUUID(),
      // Customer service, so the shop, not the shopper.
      sender_type: 'CUSTOMER',
      sender_id: adviserId,
      content: `${note}\n\nReserved for you until ${until}:\n${reserved.link}`,
      attachments: [],
      product_ids: reserved.products.slice(0, mostProducts),
      created_at: ctx.clock.now(),
    })
    if (!row) throw new ShopError('CHAT_ROOM_NOT_FOUND')
    return { ...reserved, row }
  })
  if (made) {
    publishToRoom(ctx, room, 'chat:newMessage', await describeMessage(ctx, made.row))
    publishInboxChange(ctx, roomId)
  }
  return { selection, link }
}

type ReleaseContext = Pick<AppContext, 'db' | 'clock' | 'realtime' | 'log'>

const minute = 60_000

/** How long a shopper waits for the assigned colleague before anyone may answer. */
const releaseDelay = 10 * minute

/** The shorter wait if that colleague has no page of the back office open. */
const releaseDelayIfAbsent = 2 * minute

/**
 * Removes the assignment from the conversations of former staff, in the transaction that removes
 * them. Returns a function that publishes the change to the inbox after the commit.
 */
export async function releaseRoomsOf(
  ctx: ReleaseContext,
  tx: Queryable,
  staffId: string,
): Promise<() => void> {
  const roomIds = await releaseRooms(tx, staffId)
  return () => {
    for (const roomId of roomIds) publishInboxChange(ctx, roomId)
  }
}

/** Returns assigned conversations that have waited too long to the queue. */
export async function releaseUnanswered(ctx: ReleaseContext): Promise<void> {
  const now = ctx.clock.now().getTime()
  const present = await staffPresent(ctx)
  const roomIds = await releaseWaitingRooms(ctx.db.kysely, {
    since: new Date(now - releaseDelay),
    // If presence is unknown, everyone counts as present.
    sinceOfAway: new Date(now - (present ? releaseDelayIfAbsent : releaseDelay)),
    present: present ?? [],
  })
  for (const roomId of roomIds) publishInboxChange(ctx, roomId)
}
