import { createHash, randomBytes } from 'node:crypto'
import type { ChatRoom } from '@solvane/contract/chat'
import type { AppContext } from '../../context.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { removeEmailsAbout } from '../../platform/mail/outbox.ts'
import type { Limit } from '../../platform/rate-limit/rate-limits.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { shownDocument } from '../content/documents.ts'
import { claimSelections } from '../selections/selections.ts'
import { forgetPictures } from '../uploads/stored-uploads.ts'
import {
  deleteRoomOfUser,
  describeRoomOfUser,
  findAnsweredAddresses,
  findRoom,
  giveRoom,
  lockRooms,
  mergeRooms,
  type RoomRow,
  setRoomEmail,
} from './chat.queries.ts'
import { publishInboxChange, shopperSide, supportSide } from './realtime.ts'

/** The shopper's side of a room: an account, or a guest. */
export interface Shopper {
  userId: string | null
}

/** Bytes of a room's id, which alone opens a guest's room. */
const idBytes = 16

export function newRoomId(): string {
  return randomBytes(idBytes).toString('base64url')
}

/** The stored hash of the identifier that a guest's browser has created. */
export function hashOfGuest(identifier: string): Buffer {
  return createHash('sha256').update(identifier).digest()
}

/**
 * A room that this shopper may open: their own, or a guest's by its id. Throws
 * `CHAT_ROOM_NOT_FOUND` if it does not exist or belongs to someone else.
 */
export async function openRoom(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Shopper,
  roomId: string,
): Promise<RoomRow> {
  const room = await findRoom(db, roomId)
  if (!room || (room.user_id !== null && room.user_id !== userId))
    throw new ShopError('CHAT_ROOM_NOT_FOUND')
  return room
}

/** Any room, for staff. Throws `CHAT_ROOM_NOT_FOUND`. */
export async function openAnyRoom(
  { db }: Pick<AppContext, 'db'>,
  roomId: string,
): Promise<RoomRow> {
  const room = await findRoom(db, roomId)
  if (!room) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  return room
}

/** A room as its shopper sees it. */
export function toChatRoom(room: RoomRow): ChatRoom {
  return {
    roomId: room.id,
    state: room.state,
    lastSeq: room.last_seq,
    unread: room.shopper_unread,
    readBySupport: room.support_read_seq,
    hasEmail: room.user_id !== null || room.email !== null,
  }
}

/** Stores a guest's e-mail address for the answer. Throws `TOO_MANY_REQUESTS`. */
export async function leaveEmail(
  ctx: Pick<AppContext, 'db' | 'realtime' | 'log' | 'limits'>,
  room: RoomRow,
  email: string,
): Promise<ChatRoom> {
  await ctx.limits.count(chatLimits.leaveEmail, room.id)
  await setRoomEmail(ctx.db.kysely, room.id, email)
  publishInboxChange(ctx, room.id)
  return toChatRoom({ ...room, email })
}

const minute = 60
const hour = 60 * minute

/** Limits per period. */
export const chatLimits = {
  /** Messages of one account, or in one guest's room. */
  sendOfAuthor: { name: 'chat-author', times: 30, seconds: minute },
  /** Messages of shoppers from one network, which may be an office. */
  sendOfNetwork: { name: 'chat-network', times: 300, seconds: minute },
  /** New conversations of guests from one network. */
  newRoom: { name: 'chat-new-room', times: 20, seconds: hour },
  /** Addresses left in one room, each of which may be a stranger's. */
  leaveEmail: { name: 'chat-email', times: 5, seconds: hour },
} as const satisfies Record<string, Limit>

/** Events of one socket, of any type, counted in memory: so many in so many seconds. */
export const eventsOfSocket = { times: 100, seconds: 10 }

/** The conversation with the shop, for the export and for closing an account. */
export const chatOfShopper: PersonalData = {
  name: 'chat',
  leavesAtTakeOver: true,
  read: describeRoomOfUser,
  async erase(tx, userId) {
    const room = await findAnsweredAddresses(tx, userId)
    if (room) await removeEmailsAbout(tx, room.emails, room.id)
    await forgetPictures(tx, await deleteRoomOfUser(tx, userId))
  },
}

/** Throws `READ_ONLY` while shoppers can change nothing. */
export async function rejectWhileReadOnly(ctx: Pick<AppContext, 'db' | 'changes'>): Promise<void> {
  if ((await shownDocument(ctx, 'availability')).isReadOnly) throw new ShopError('READ_ONLY')
}

type ClaimContext = Pick<AppContext, 'db' | 'realtime' | 'log'>

/**
 * Claims a guest's room for a shopper who has signed in; if the shopper has a room already, the
 * guest's is appended to it. Returns the shopper's room. Sockets of others with the id are removed.
 * Throws `CHAT_ROOM_NOT_FOUND` if it does not exist or belongs to someone else.
 */
export async function claimRoom(
  ctx: ClaimContext,
  userId: string,
  roomId: string,
): Promise<RoomRow> {
  const outcome = await claimOnce(ctx, userId, roomId).catch((error: unknown) => {
    // The shopper has opened a room meanwhile: append to that.
    if (isTaken(error, 'chat_room_user_id_key')) return claimOnce(ctx, userId, roomId)
    throw error
  })
  const room = await findRoom(ctx.db, outcome.roomId)
  if (!room) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  if (outcome.hasChanged) publishClaimed(ctx, roomId, room)
  return room
}

function claimOnce(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  roomId: string,
): Promise<{ roomId: string; hasChanged: boolean }> {
  return db.kysely.transaction().execute(async (tx) => {
    const rooms = await lockRooms(tx, { roomId, userId })
    const claimed = rooms.find(({ id }) => id === roomId)
    const own = rooms.find(({ user_id }) => user_id === userId)
    if (!claimed || (claimed.user_id !== null && claimed.user_id !== userId))
      throw new ShopError('CHAT_ROOM_NOT_FOUND')
    if (claimed === own) return { roomId, hasChanged: false }
    await claimSelections(tx, { from: roomId, into: own?.id ?? roomId, userId })
    if (own) await mergeRooms(tx, roomId, own.id)
    else await giveRoom(tx, { roomId, userId })
    return { roomId: own?.id ?? roomId, hasChanged: true }
  })
}

/**
 * Notifies the sockets of the guest's room, and removes its shoppers': the id alone no longer opens
 * it.
 */
function publishClaimed(ctx: ClaimContext, guestRoomId: string, room: RoomRow): void {
  ctx.realtime.publishToRooms(
    [shopperSide(guestRoomId), supportSide(guestRoomId)],
    'chat:roomChanged',
    {
      roomId: guestRoomId,
      state: room.state,
      ...(room.id !== guestRoomId && { becameRoomId: room.id }),
    },
  )
  ctx.realtime.io.in(shopperSide(guestRoomId)).socketsLeave(shopperSide(guestRoomId))
  publishInboxChange(ctx, room.id)
}
