import { z } from 'zod'
import { cart } from './cart.ts'
import {
  chatMessage,
  chatPicture,
  chatRoomId,
  messagesQuery,
  pictureOfRoom,
  roomStates,
} from './chat.ts'
import { defineEndpoint, envelope, listEnvelope, nestedListEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { orderStatus } from './orders.ts'
import { pagingQuery } from './query.ts'

/** The chat of staff. Their messages are sent through the socket (`support:sendMessage`). */
const room = z.object({ roomId: chatRoomId })
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const roomErrors = [...errors, 'CHAT_ROOM_NOT_FOUND'] as const

/** A member of staff who may answer. */
export const supporter = z.object({ id: z.uuid(), name: z.string() })
export type Supporter = z.infer<typeof supporter>

/** A row of the inbox. */
export const conversation = z.object({
  roomId: chatRoomId,
  state: z.enum(roomStates),
  createdAt: instant,
  /** Null for guests. */
  customer: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  /** The e-mail address that a guest has left. */
  email: z.string().nullable(),
  assignedTo: supporter.nullable(),
  lastSeq: z.number().int().nonnegative(),
  lastMessageAt: instant.nullable(),
  /** The beginning of the last message. */
  lastMessage: z.string(),
  /** Messages of the shopper that no member of staff has read. */
  unread: z.number().int().nonnegative(),
  /** The last `seq` that the shopper has read. */
  readByShopper: z.number().int().nonnegative(),
  /** When the shopper began to wait for an answer; null if they do not wait. */
  waitingSince: instant.nullable(),
})
export type Conversation = z.infer<typeof conversation>

/** `waiting`: needs an answer, assigned or not; `mine`: open and assigned to the caller. */
export const conversationQueues = ['waiting', 'mine', 'all', 'closed'] as const
export type ConversationQueue = (typeof conversationQueues)[number]

const paging = pagingQuery(30)
export const conversationSizeOf = paging.sizeOf

export const listConversations = defineEndpoint('listConversations', {
  summary:
    'The inbox: waiting ones that nobody has first, then who waits longest; else the latest first. `q` searches names, e-mails and texts',
  access: 'admin',
  staff: 'SUPPORT',
  query: z.object({
    ...paging.shape,
    queue: z.enum(conversationQueues).default('all'),
    q: z.string().trim().max(200).optional(),
  }),
  response: listEnvelope(conversation),
  errors,
})

const conversationCounts = z.object({
  /** Open conversations that need an answer. */
  waiting: z.number().int().nonnegative(),
  /** How many of those are assigned. */
  assigned: z.number().int().nonnegative(),
  mine: z.number().int().nonnegative(),
  /** Messages that no member of staff has read, in all open rooms. */
  unread: z.number().int().nonnegative(),
})
export type ConversationCounts = z.infer<typeof conversationCounts>

export const countConversations = defineEndpoint('countConversations', {
  summary:
    'How many conversations wait, how many of these are assigned, how many are mine, and how much is unread',
  access: 'admin',
  staff: 'SUPPORT',
  response: envelope(conversationCounts),
  errors,
})

export const conversationDetail = conversation.extend({
  shopper: z
    .object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      isEmailVerified: z.boolean(),
      isBlocked: z.boolean(),
      since: instant,
    })
    .nullable(),
  /** The shopper's cart; null for a guest whose page has reported none. */
  cart: cart.nullable(),
  /** The shopper's latest orders. */
  orders: z.array(
    z.object({
      id: z.uuid(),
      orderNumber: z.string(),
      status: orderStatus,
      createdAt: instant,
      totalAmount: dollars,
      items: z.array(z.object({ name: z.string(), quantity: z.number().int().positive() })),
    }),
  ),
})
export type ConversationDetail = z.infer<typeof conversationDetail>

export const getConversation = defineEndpoint('getConversation', {
  summary: 'A conversation with the shopper’s cart and orders beside it',
  access: 'admin',
  staff: 'SUPPORT',
  params: room,
  response: envelope(conversationDetail),
  errors: roomErrors,
})

export const listConversationMessages = defineEndpoint('listConversationMessages', {
  summary: 'The messages of any room, as the shopper’s endpoint returns them',
  access: 'admin',
  staff: 'SUPPORT',
  params: room,
  query: messagesQuery,
  response: nestedListEnvelope(chatMessage),
  errors: roomErrors,
})

export const getConversationPicture = defineEndpoint('getConversationPicture', {
  summary: 'A picture that came with a message of any room',
  access: 'admin',
  staff: 'SUPPORT',
  params: pictureOfRoom,
  response: envelope(chatPicture),
  errors: [...roomErrors, 'NOT_FOUND'],
})

export const listSupporters = defineEndpoint('listSupporters', {
  summary: 'Who a conversation can be assigned to',
  access: 'admin',
  staff: 'SUPPORT',
  response: listEnvelope(supporter),
  errors,
})

export const takeConversation = defineEndpoint('takeConversation', {
  summary: 'Makes a conversation mine; one that somebody else has is rejected',
  access: 'admin',
  staff: 'SUPPORT',
  params: room,
  response: envelope(conversation),
  errors: [...roomErrors, 'CHAT_TAKEN'],
})

export const assignConversation = defineEndpoint('assignConversation', {
  summary: 'Assigns a conversation to a member of staff, whoever has it',
  access: 'admin',
  staff: 'SUPPORT',
  params: room,
  body: z.strictObject({ staffId: z.uuid() }),
  response: envelope(conversation),
  errors: [...roomErrors, 'STAFF_NOT_FOUND'],
})

export const releaseConversation = defineEndpoint('releaseConversation', {
  summary: 'Puts a conversation back into the queue',
  access: 'admin',
  staff: 'SUPPORT',
  params: room,
  response: envelope(conversation),
  errors: roomErrors,
})

export const closeConversation = defineEndpoint('closeConversation', {
  summary: 'Ends a conversation; the shopper’s next message opens it again',
  access: 'admin',
  staff: 'SUPPORT',
  params: room,
  response: envelope(conversation),
  errors: roomErrors,
})

export const reopenConversation = defineEndpoint('reopenConversation', {
  summary: 'Opens a conversation that was closed',
  access: 'admin',
  staff: 'SUPPORT',
  params: room,
  response: envelope(conversation),
  errors: roomErrors,
})
