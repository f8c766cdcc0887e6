import { z } from 'zod'
import { email } from './auth.ts'
import { cart } from './cart.ts'
import {
  chatMessage,
  chatPicture,
  chatRoomId,
  messagesQuery,
  pictureOfRoom,
  roomStates,
} from './chat.ts'
import { longestMessage } from './chat-text.ts'
import { defineEndpoint, envelope, listEnvelope, nestedListEnvelope } from './endpoint.ts'
import { dollars, instant } from './money.ts'
import { orderStatus } from './orders.ts'
import { pagingQuery } from './query.ts'
import { linesOfText, requiredLine } from './text.ts'
import { timeZoneName } from './time-zone.ts'

/** What staff read and do in chat. Messages themselves go through the socket (`support:sendMessage`). */
const room = z.object({ roomId: chatRoomId })
const errors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
const roomErrors = [...errors, 'CHAT_ROOM_NOT_FOUND'] as const

/** A member of staff who answers, or could. */
export const supporter = z.object({ id: z.uuid(), name: z.string() })
export type Supporter = z.infer<typeof supporter>

/** A line of the inbox. */
export const conversation = z.object({
  roomId: chatRoomId,
  state: z.enum(roomStates),
  createdAt: instant,
  /** Null for guests. */
  customer: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  /** What a guest has left for the answer. */
  email: z.string().nullable(),
  assignedTo: supporter.nullable(),
  lastSeq: z.number().int().nonnegative(),
  lastMessageAt: instant.nullable(),
  /** The beginning of the last message. */
  lastMessage: z.string(),
  /** Messages of the shopper that no member of staff has read. */
  unread: z.number().int().nonnegative(),
  /** How far the shopper has read. */
  readByShopper: z.number().int().nonnegative(),
  /** Since when the shopper waits for an answer; null when they do not. */
  waitingSince: instant.nullable(),
})
export type Conversation = z.infer<typeof conversation>

/** `waiting`: an answer is due, whoever has the conversation; `mine`: open and mine. */
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
  /** Open conversations in which an answer is due. */
  waiting: z.number().int().nonnegative(),
  /** How many of those that wait are assigned to a colleague. */
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
  /** What the shopper has in the cart; null for a guest whose page has named none. */
  cart: cart.nullable(),
  /** The shopper's latest orders. */
  orders: z.array(
    z.object({
      id: z.uuid(),
      orderNumber: z.string(),
      status: orderStatus,
      createdAt: instant,
      totalAmount: dollars,
      pieces: z.array(z.object({ name: z.string(), quantity: z.number().int().positive() })),
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
  summary: 'Makes a conversation mine; one that somebody else has is refused',
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

const reply = {
  /** What it is found by, after a `/`. */
  title: requiredLine('Please name it', 60),
  content: linesOfText(longestMessage).min(1, 'Please write something'),
}

export const cannedReply = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  updatedAt: instant,
})
export type CannedReply = z.infer<typeof cannedReply>

export const listCannedReplies = defineEndpoint('listCannedReplies', {
  summary: 'Answers kept ready, by title',
  access: 'admin',
  staff: 'SUPPORT',
  response: listEnvelope(cannedReply),
  errors,
})

export const createCannedReply = defineEndpoint('createCannedReply', {
  summary: 'Keeps an answer ready; a title is used once',
  access: 'admin',
  staff: 'SUPPORT',
  status: 201,
  body: z.strictObject(reply),
  response: envelope(cannedReply),
  errors: [...errors, 'CANNED_REPLY_TAKEN'],
})

const replyId = z.object({ id: z.uuid() })

export const updateCannedReply = defineEndpoint('updateCannedReply', {
  summary: 'Changes a saved reply; a conflict if somebody else has changed it meanwhile',
  access: 'admin',
  staff: 'SUPPORT',
  params: replyId,
  body: z.strictObject({ ...reply, updatedAt: instant }),
  response: envelope(cannedReply),
  errors: [...errors, 'CANNED_REPLY_NOT_FOUND', 'CANNED_REPLY_TAKEN', 'STALE_EDIT'],
})

export const deleteCannedReply = defineEndpoint('deleteCannedReply', {
  summary: 'Removes an answer kept ready',
  access: 'admin',
  staff: 'SUPPORT',
  params: replyId,
  response: envelope(z.null()),
  errors: [...errors, 'CANNED_REPLY_NOT_FOUND'],
})

const timeOfDay = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please write a time as 09:00')

/** The hours in which support answers at once. */
export const officeHours = z.object({
  /** An IANA name, such as `Europe/Paris`: the hours are this place's. */
  timeZone: timeZoneName,
  /** From Monday to Sunday; null on a day without. `to` is after `from`. */
  week: z
    .array(
      z
        .strictObject({ from: timeOfDay, to: timeOfDay })
        .refine(({ from, to }) => from < to, {
          path: ['to'],
          message: 'The end comes after the beginning',
        })
        .nullable(),
    )
    .length(7),
  /** Days of the year without, as `2026-12-25`. */
  closedOn: z.array(z.iso.date()).max(100),
})
export type OfficeHours = z.infer<typeof officeHours>

const keptOfficeHours = officeHours.extend({ updatedAt: instant })
export type KeptOfficeHours = z.infer<typeof keptOfficeHours>

export const getOfficeHours = defineEndpoint('getOfficeHours', {
  summary: 'The hours in which support answers at once',
  access: 'admin',
  staff: 'SUPPORT',
  response: envelope(keptOfficeHours),
  errors,
})

export const setOfficeHours = defineEndpoint('setOfficeHours', {
  summary: 'Sets the office hours; a conflict if somebody else has set them meanwhile',
  access: 'admin',
  staff: 'SUPPORT',
  body: z.strictObject({ ...officeHours.shape, updatedAt: instant }),
  response: envelope(keptOfficeHours),
  errors: [...errors, 'STALE_EDIT'],
})

/** What `chat:leaveEmail` carries. */
export const emailLeft = room.extend({ email })
