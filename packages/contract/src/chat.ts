import { z } from 'zod'
import { email } from './auth.ts'
import { productCard } from './catalog.ts'
import { mostAttachments, mostProducts } from './chat-text.ts'
import { defineEndpoint, envelope, nestedListEnvelope } from './endpoint.ts'
import { instant } from './money.ts'
import { pagingQuery } from './query.ts'
import { plainText } from './text.ts'

/**
 * The sender of a message. Careful: CUSTOMER is *customer service*, the shop's side, and USER is
 * the shopper (spec section 4).
 */
export const senderTypes = ['USER', 'CUSTOMER', 'SYSTEM'] as const
export type SenderType = (typeof senderTypes)[number]

export const roomStates = ['OPEN', 'CLOSED'] as const
export type RoomState = (typeof roomStates)[number]

/** 128 random bits, because a guest's room opens with its id alone. */
export const chatRoomId = z.string().regex(/^[\w-]{22}$/)
const room = z.object({ roomId: chatRoomId })

/** Created by the browser for each message: the same id is the same message. */
const clientMessageId = z.string().min(1).max(100).regex(plainText)

/** A picture of a message; `getChatPicture` returns it to participants of the room. */
export const chatAttachment = z.object({
  id: z.uuid(),
  /** In pixels. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** Dominant colour, `#rrggbb`, shown while it loads. */
  color: z.string(),
})

export const chatMessage = z.object({
  id: z.uuid(),
  clientMessageId: z.string(),
  content: z.string(),
  senderType: z.enum(senderTypes),
  /** The name of the member of staff; null for shoppers, and for staff without a name. */
  senderName: z.string().nullable(),
  createdAt: instant,
  roomId: chatRoomId,
  /** Its number in the room, from 1, without gaps. */
  seq: z.number().int().positive(),
  attachments: z.array(chatAttachment),
  /** The attached products with their current data; products no longer for sale are left out. */
  products: z.array(productCard),
})
export type ChatMessage = z.infer<typeof chatMessage>

/**
 * The input of `chat:sendMessage`; `guestIdentifier` finds the room that a guest's first message
 * opened.
 */
export const messageToSend = z.object({
  content: z.string().max(20_000),
  clientMessageId,
  guestIdentifier: z.uuidv4().nullish(),
  roomId: chatRoomId.nullish(),
  /** Pictures uploaded before, by a signed-in shopper. */
  attachmentIds: z.array(z.uuid()).max(mostAttachments).default([]),
})

/** The input of `support:sendMessage`. */
export const replyToSend = messageToSend.omit({ guestIdentifier: true, roomId: true }).extend({
  roomId: chatRoomId,
  productIds: z.array(z.uuid()).max(mostProducts).default([]),
})

/** The room that a page has, if any. */
export const roomHeld = z.object({
  roomId: chatRoomId.nullish(),
  guestIdentifier: z.uuidv4().nullish(),
  /** A guest's cart, shown to staff beside the conversation. */
  guestCartId: z.uuidv4().nullish(),
})

export const roomNamed = room
export const typingIn = room.extend({ isTyping: z.boolean() })
export const readUntil = room.extend({ seq: z.number().int().min(0).max(1_000_000_000) })

/** A shopper's room, for the widget. */
export const chatRoom = z.object({
  roomId: chatRoomId,
  state: z.enum(roomStates),
  lastSeq: z.number().int().nonnegative(),
  /** Messages of staff that the shopper has not read. */
  unread: z.number().int().nonnegative(),
  /** The last `seq` that staff have read. */
  readBySupport: z.number().int().nonnegative(),
  /** Whether the answer can be e-mailed: signed in, or an address was left. */
  hasEmail: z.boolean(),
})
export type ChatRoom = z.infer<typeof chatRoom>

const paging = pagingQuery(1_000, 1_000)

/** Messages per page, from any of the three parameters. */
export const messagesSizeOf = paging.sizeOf

/** Page 1 holds the newest messages; within a page the oldest comes first. */
export const messagesQuery = z.object({
  ...paging.shape,
  /** Only messages after this number, oldest first: the missed ones. */
  after: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
})

export const listChatMessages = defineEndpoint('listChatMessages', {
  summary:
    'The messages of a room: a guest’s room opens to anyone who knows its id, a shopper’s to the shopper',
  params: room,
  query: messagesQuery,
  response: nestedListEnvelope(chatMessage),
  errors: ['CHAT_ROOM_NOT_FOUND'],
})

export const getChatRoom = defineEndpoint('getChatRoom', {
  summary: 'A room’s state and how much in it is unread',
  params: room,
  response: envelope(chatRoom),
  errors: ['CHAT_ROOM_NOT_FOUND'],
})

export const claimChatRoom = defineEndpoint('claimChatRoom', {
  summary:
    'Moves a guest’s room to the signed-in shopper, or merges it into the shopper’s room, and returns that',
  access: 'user',
  params: room,
  response: envelope(chatRoom),
  errors: ['UNAUTHENTICATED', 'CHAT_ROOM_NOT_FOUND'],
})

export const pictureOfRoom = room.extend({ pictureId: z.uuid() })

/** In the envelope, so that it is requested like everything else of a room. */
export const chatPicture = z.object({ type: z.literal('image/webp'), base64: z.string() })
export type ChatPicture = z.infer<typeof chatPicture>

export const getChatPicture = defineEndpoint('getChatPicture', {
  summary: 'A picture that came with a message of the room',
  params: pictureOfRoom,
  response: envelope(chatPicture),
  errors: ['CHAT_ROOM_NOT_FOUND', 'NOT_FOUND'],
})

/** The content of `chat:leaveEmail`. */
export const emailLeft = room.extend({ email })
